/** Reading a response body within bounds. */
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
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new TransportError(
        "too_large",
        `the answer is larger than ${Math.floor(maxBytes / 2 ** 20)} MiB`,
        { status: response.status },
      );
    }
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(joined(chunks, size));
  } catch (cause) {
    throw new TransportError("encoding", "the answer is not UTF-8", {
      cause,
      status: response.status,
    });
  }
}

function joined(chunks: Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
