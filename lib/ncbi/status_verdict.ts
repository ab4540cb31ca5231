/** What HTTP statuses mean, where a body says nothing better. */
import { errorText } from "./json_body.ts";
import type { NcbiResponse, Verdict } from "./transport.ts";

/** The verdicts that carry no value. */
export type Failure = Exclude<Verdict<never>, { kind: "answer" }>;

/**
 * Judges an answer whose body was of no help: 408, 425, 429 and 5xx pass, as
 * does a success whose body is no answer (a maintenance page, a cut body);
 * everything else needs the user.
 *
 * @param response The answer.
 * @param service Its name, for the message.
 */
export function statusVerdict(
  response: NcbiResponse,
  service: string,
): Failure {
  const { status } = response;
  const start = errorText(response.text);
  if ([408, 425, 429].includes(status) || status >= 500) {
    return { kind: "retry", message: `${service} answered HTTP ${status}` };
  }
  if (status >= 200 && status < 300) {
    return {
      kind: "retry",
      message: `${service} answered HTTP ${status} with something else than its JSON: ${start}`,
    };
  }
  return {
    kind: "stop",
    message: `${service} answered HTTP ${status}: ${start}`,
    remedy:
      "check --email, NCBI_API_KEY and the base URL variables NCBI_EUTILS_BASE_URL and PMC_IDCONV_BASE_URL",
  };
}
