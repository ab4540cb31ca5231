/** Unpacking gzip streams; large ones on the second core. */
import { GunzipSession } from "./gunzip_session.ts";
import type { GunzipReply } from "./gunzip_worker.ts";

/** Packed bytes from which a worker is worth its start. */
const WORKER_FROM = 4 * 2 ** 20;
/** Size of the packed pieces that a worker gets. */
const PIECE = 1 << 19;
/** Pieces that a worker may hold unanswered: enough to keep it busy, few enough to bound memory. */
const AHEAD = 4;

/**
 * Unpacks gzip data of one or several members.
 *
 * @param chunks The packed data in pieces of any size.
 * @returns The unpacked data in pieces, each valid until the next is asked for.
 * @throws {Error} where the data is damaged or ends in the middle.
 */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  while (size < WORKER_FROM && !ended) {
    const next = await iterator.next();
    if (next.done) ended = true;
    else {
      size += next.value.length;
      // A piece is valid until the next one is asked for, so all but the last are copied.
      held.push(size < WORKER_FROM ? next.value.slice() : next.value);
    }
  }
  if (ended) yield* unpackHere(held);
  else yield* unpackInWorker(held, iterator);
}

async function* unpackHere(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  const session = new GunzipSession();
  try {
    for (const chunk of chunks) {
      for (const piece of piecesOf(chunk)) yield* await session.write(piece);
    }
    yield* await session.end();
  } finally {
    session.close();
  }
}

async function* unpackInWorker(
  held: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL("./gunzip_worker.ts", import.meta.url), { type: "module" });
  const replies = new Replies(worker);
  const packed = packedPieces(held, rest);
  try {
    for (let open = true, pending = 0; open || pending > 0; pending--) {
      while (open && pending < AHEAD) {
        const next = await packed.next();
        open = !next.done;
        // An empty piece tells the worker that the stream is over.
        const piece = next.value ?? new Uint8Array();
        worker.postMessage(piece, [piece.buffer]);
        pending++;
      }
      const reply = await replies.next();
      if ("error" in reply) throw new Error(reply.error);
      for (const chunk of reply.chunks) {
        yield chunk;
        // Frees the memory now; the garbage collector would let it pile up.
        chunk.buffer.transfer(0);
      }
    }
  } finally {
    worker.terminate();
    await packed.return(undefined);
  }
}

/** Answers of the worker, in order. */
class Replies {
  readonly #ready: GunzipReply[] = [];
  #wake: (() => void) | undefined;
  #failure: Error | undefined;

  constructor(worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<GunzipReply>) => {
      this.#ready.push(data);
      this.#wake?.();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#failure = new Error(event.message);
      this.#wake?.();
    };
  }

  async next(): Promise<GunzipReply> {
    while (this.#ready.length === 0) {
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    return this.#ready.shift()!;
  }
}

async function* packedPieces(
  held: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  try {
    // What is sent may be dropped here at once.
    for (let chunk = held.shift(); chunk; chunk = held.shift()) yield* piecesOf(chunk);
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      yield* piecesOf(next.value);
    }
  } finally {
    await rest.return?.();
  }
  return undefined;
}

function* piecesOf(chunk: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < chunk.length; at += PIECE) {
    yield new Uint8Array(chunk.subarray(at, at + PIECE));
  }
}
