/** One request for an artifact or the rest of one, and what its answer means. */

/** What is asked for. */
export interface DownloadRequest {
  url: URL;
  /** First byte wanted; 0 for the whole file. */
  offset: number;
  /** For If-Range; null asks for the whole file whatever the offset. */
  validator: string | null;
  fetch: typeof fetch;
  signal: AbortSignal;
}

/** What a server answered, as far as a download needs to know. The body is unread in the first two, cancelled in the others. */
export type DownloadAnswer =
  /** The file from its beginning. */
  | { kind: "whole"; response: Response; total: number | null; validator: string | null }
  /** The rest, from the offset that was asked for. */
  | { kind: "rest"; response: Response; total: number | null }
  /** Nothing follows the bytes that are there: they are the whole file. */
  | { kind: "complete" }
  /** The bytes that are there cannot be continued. */
  | { kind: "restart"; why: string }
  /** Not now. */
  | { kind: "later"; why: string; retryAfterSeconds: number | null }
  /** There is no such file. */
  | { kind: "not_found"; why: string }
  /** Nothing that a download can use, now or later. */
  | { kind: "refused"; why: string };

const MAX_REDIRECTS = 5;

/**
 * Sends the request; redirects are followed within the origin only.
 *
 * @throws What fetch throws.
 */
export async function requestDownload(request: DownloadRequest): Promise<DownloadAnswer> {
  let url = request.url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request.fetch(url, {
      headers: headersOf(request),
      redirect: "manual",
      signal: request.signal,
    });
    const answer = judge(response, request);
    if (answer.kind === "whole" || answer.kind === "rest") return answer;
    // An unread body would keep the connection (denoland/deno#4735).
    await response.body?.cancel();
    if (answer.kind !== "redirect") return answer;
    const to = URL.canParse(answer.location, url) ? new URL(answer.location, url) : null;
    if (to?.origin !== url.origin) {
      const where = to === null ? "an invalid address" : to.host;
      return refused(`it redirects to ${where}; redirects to another origin are not followed`);
    }
    url = to;
  }
  return refused(`it redirects more than ${MAX_REDIRECTS} times`);
}

function headersOf({ offset, validator }: DownloadRequest): Headers {
  // Identity: the hash is that of the stored file, and ranges count its bytes.
  const headers = new Headers({ "Accept-Encoding": "identity" });
  if (offset > 0 && validator !== null) {
    headers.set("Range", `bytes=${offset}-`);
    headers.set("If-Range", validator);
  }
  return headers;
}

function judge(
  response: Response,
  { offset, validator }: DownloadRequest,
): DownloadAnswer | { kind: "redirect"; location: string } {
  const { status, headers } = response;
  const encoding = headers.get("content-encoding") ?? "identity";
  if (response.ok && encoding.toLowerCase() !== "identity") {
    return refused(`it came as "${encoding}", which was not asked for`);
  }
  if (status === 200) {
    const total = wholeNumber(headers.get("content-length"));
    return { kind: "whole", response, total, validator: validatorOf(headers) };
  }
  const range = headers.get("content-range") ?? "";
  if (status === 206 && offset > 0 && validator !== null) {
    const [, start, total] = range.match(/^bytes (\d+)-\d+\/(\d+|\*)$/) ?? [];
    return Number(start) === offset
      ? { kind: "rest", response, total: wholeNumber(total) }
      : { kind: "restart", why: `asked from byte ${offset}, it sent "${range}"` };
  }
  if (status === 416) {
    const total = range.match(/^bytes \*\/(\d+)$/)?.[1];
    return offset > 0 && Number(total) === offset
      ? { kind: "complete" }
      : { kind: "restart", why: `it has nothing from byte ${offset} on` };
  }
  const location = headers.get("location");
  if ([301, 302, 303, 307, 308].includes(status) && location !== null) {
    return { kind: "redirect", location };
  }
  if (status === 404 || status === 410) {
    return { kind: "not_found", why: `the server has no such file (HTTP ${status})` };
  }
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const retryAfterSeconds = wholeNumber(headers.get("retry-after"));
    return { kind: "later", why: `the server answered with HTTP ${status}`, retryAfterSeconds };
  }
  return refused(`the server answered with HTTP ${status}`);
}

function refused(why: string): DownloadAnswer & { kind: "refused" } {
  return { kind: "refused", why };
}

/**
 * What If-Range may be sent with: a strong ETag, else the date of the last
 * change; a weak ETag does not vouch for bytes (RFC 9110, 13.1.5). Whatever is
 * joined by it, the hash decides in the end.
 */
function validatorOf(headers: Headers): string | null {
  const etag = headers.get("etag");
  return etag?.startsWith('"') ? etag : headers.get("last-modified");
}

function wholeNumber(text: string | null | undefined): number | null {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : null;
}
