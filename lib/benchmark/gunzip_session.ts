/** One gzip stream, unpacked piece by piece. */
import { createGunzip } from "node:zlib";

/** Size of the pieces that come out. */
const PIECE = 1 << 20;

/** Unpacks one gzip stream of one or several members. */
export class GunzipSession {
  // node:zlib, not DecompressionStream: that one is slower, fails on files of
  // several members, and does not say that a file ends in the middle.
  readonly #stream = createGunzip({ chunkSize: PIECE });
  #out: Uint8Array<ArrayBuffer>[] = [];
  #failure: Error | undefined;
  #ended = false;
  /** Packed bytes so far. */
  #given = 0;

  constructor() {
    // zlib reuses the buffer behind a piece, so pieces are copied.
    this.#stream.on("data", (piece: Uint8Array) => this.#out.push(new Uint8Array(piece)));
    this.#stream.on("error", (error) => this.#failure ??= error);
    this.#stream.on("end", () => this.#ended = true);
  }

  /**
   * Unpacks a further piece.
   *
   * @throws {Error} where the data is damaged, or where other data follows its
   * end and the zeros that tapes and block devices pad with.
   */
  async write(packed: Uint8Array): Promise<Uint8Array<ArrayBuffer>[]> {
    this.#given += packed.length;
    const out = this.#ended
      ? []
      : await this.#settled((done) => this.#stream.write(packed, () => done()));
    // zlib stops at a zero where a member could begin, and drops what is behind it without a word.
    const dropped = Math.min(packed.length, this.#given - this.#stream.bytesWritten);
    if (packed.subarray(packed.length - dropped).some((byte) => byte !== 0)) {
      throw new Error("there is other data behind its end");
    }
    return out;
  }

  /** Ends the stream. @throws {Error} where it ends in the middle. */
  end(): Promise<Uint8Array<ArrayBuffer>[]> {
    if (this.#ended) return Promise.resolve([]);
    return this.#settled(() => this.#stream.end());
  }

  /** Gives the stream up. */
  close(): void {
    this.#stream.destroy();
  }

  #settled(start: (done: () => void) => void): Promise<Uint8Array<ArrayBuffer>[]> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error & { code?: string }) => {
        const reason = error.code === "Z_BUF_ERROR"
          ? "it ends in the middle (truncated gzip)"
          : error.message;
        reject(new Error(reason, { cause: error }));
      };
      if (this.#failure) return fail(this.#failure);
      this.#stream.once("error", fail);
      const done = () => {
        this.#stream.off("error", fail).off("end", done);
        if (this.#failure) return;
        const out = this.#out;
        this.#out = [];
        resolve(out);
      };
      // At the end of the stream zlib does not call back.
      this.#stream.once("end", done);
      start(done);
    });
  }
}
