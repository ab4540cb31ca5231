/** Reading a response body within bounds. */
import { LimitedBytesTransformStream } from "@std/streams/limited-bytes-transform-stream";
import { toBytes } from "@std/streams/to-bytes";
import { TransportError } from "./http_errors.ts";

/**
 * Reads a body as UTF-8 text.
 *
 * @param response Whose body is read, unpacked where it was compressed.
 * @param maxBytes The most it may have; the rest is not fetched.
 * @throws {TransportError} `too_large` or `encoding`; other errors of the
 * stream come through as they are.
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  if (isBounded(response.headers, maxBytes)) return decode(await response.bytes(), response.status);
  const limited = response.body.pipeThrough(
    new LimitedBytesTransformStream(maxBytes, { error: true }),
  );
  try {
    return decode(await toBytes(limited), response.status);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new TransportError(
      "too_large",
      `the answer is larger than ${Math.floor(maxBytes / 2 ** 20)} MiB`,
      { cause, status: response.status },
    );
  }
}

/**
 * Whether the head of an answer promises a body within the limit, which the
 * connection then holds it to: such a body can be taken in one piece, which is
 * several times faster. (fetch drops the length of a body that it unpacks.)
 */
function isBounded(headers: Headers, maxBytes: number): boolean {
  const length = headers.get("content-length");
  return length !== null && Number(length) <= maxBytes && !headers.has("content-encoding");
}

function decode(bytes: Uint8Array<ArrayBuffer>, status: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TransportError("encoding", "the answer is not UTF-8", { cause, status });
  }
}
