/** The plainest transport: one request, no pace, as many retries as its answers ask for up to five. */
import { NcbiError, type NcbiTransport } from "../../lib/ncbi/transport.ts";

/** Makes a transport that sends to a fake NCBI. */
export function loopbackTransport(
  env: { NCBI_EUTILS_BASE_URL: string; PMC_IDCONV_BASE_URL: string },
): NcbiTransport {
  return async (request, judge, signal, giveUp) => {
    const base = request.service === "idconv" ? env.PMC_IDCONV_BASE_URL : env.NCBI_EUTILS_BASE_URL;
    const query = new URLSearchParams(request.params).toString();
    for (let attempt = 1;; attempt++) {
      const response = await fetch(`${base}${request.path}${query === "" ? "" : `?${query}`}`, {
        method: request.method,
        ...(request.form ? { body: new URLSearchParams(request.form) } : {}),
        ...(signal ? { signal } : {}),
      });
      const { status, headers } = response;
      const verdict = judge({ status, headers, text: await response.text() });
      if (verdict.kind === "answer" || verdict.kind === "refused") return verdict;
      giveUp?.throwIfAborted();
      if (verdict.kind === "stop" || attempt === 5) throw new NcbiError(verdict.message);
    }
  };
}
