/** Reading a response body within bounds. */
import { LimitedBytesTransformStream } from "@std/streams/limited-bytes-transform-stream";
import { TransportError } from "./http_errors.ts";

/** Bytes that hold most answers. */
const FIRST_BUFFER = 1 << 18;

/**
 * Reads a body as UTF-8 text. Of an error's body, which is read by people and
 * whose status decides, what is no UTF-8 is replaced.
 *
 * @param response Whose body is read, unpacked where it was compressed.
 * @param maxBytes The most it may have; the rest is not fetched.
 * @throws {TransportError} `too_large` or `encoding`; other errors of the
 * stream come through as they are.
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  if (isBounded(response.headers, maxBytes)) return decode(await response.bytes(), response);
  const limited = response.body.pipeThrough(
    new LimitedBytesTransformStream(maxBytes, { error: true }),
  );
  try {
    return decode(await collect(limited), response);
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
 * Gathers a stream in one buffer. Each chunk is copied and let go: fetch hands
 * out small pieces of large buffers, and keeping them (as toBytes of
 * `@std/streams` does) takes ten times the memory of what they hold.
 */
async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new Uint8Array(FIRST_BUFFER);
  let length = 0;
  for await (const chunk of stream) {
    if (length + chunk.length > buffer.length) {
      const larger = new Uint8Array(Math.max(length + chunk.length, 2 * buffer.length));
      larger.set(buffer.subarray(0, length));
      buffer = larger;
    }
    buffer.set(chunk, length);
    length += chunk.length;
  }
  return buffer.subarray(0, length);
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

function decode(bytes: Uint8Array<ArrayBuffer>, { ok, status }: Response): string {
  try {
    return new TextDecoder("utf-8", { fatal: ok }).decode(bytes);
  } catch (cause) {
    throw new TransportError("encoding", "the answer is not UTF-8", { cause, status });
  }
}
