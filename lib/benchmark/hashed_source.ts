/** A file that is hashed while it is read. */
import { createHash } from "node:crypto";
import type { TextSource } from "./text_source.ts";

/**
 * Knows the SHA-256 of the very bytes that were read: a pipe cannot be read
 * again, and a run that is still being written would hash differently.
 */
export class HashedSource implements TextSource {
  readonly #hash = createHash("sha256");
  #sha256: string | undefined;

  /** @param name Path of the file. */
  constructor(readonly name: string) {}

  readonly onBytes = (bytes: Uint8Array): void => {
    this.#hash.update(bytes);
  };

  /** SHA-256 of what was read, as it is stored: 64 hexadecimal digits. Ask when all was read. */
  get sha256(): string {
    return this.#sha256 ??= this.#hash.digest("hex");
  }
}
