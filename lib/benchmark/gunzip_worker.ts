/**
 * The worker that unpacks gzip data on the second core, since zlib works on
 * the thread that calls it. It gets packed pieces and answers each with what it
 * unpacked to; an empty piece is the end.
 */
import { GunzipSession } from "./gunzip_session.ts";

/** What the worker answers to one packed piece. */
export type GunzipReply = { chunks: Uint8Array<ArrayBuffer>[] } | { error: string };

/** The part of a worker's global scope that is used. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Uint8Array<ArrayBuffer>>) => void) | null;
  postMessage(reply: GunzipReply, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
const session = new GunzipSession();
// Pieces are unpacked one after another, in the order they came.
let work = Promise.resolve();

scope.onmessage = ({ data }) => {
  work = work.then(async () => {
    try {
      const chunks = data.length === 0 ? await session.end() : await session.write(data);
      // Frees the packed piece now, as the reader does with the unpacked ones.
      data.buffer.transfer(0);
      scope.postMessage({ chunks }, chunks.map(({ buffer }) => buffer));
    } catch (error) {
      scope.postMessage({ error: (error as Error).message });
    }
  });
};
