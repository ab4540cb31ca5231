/** A folder to download into and what the tests look at afterwards. */
import { join } from "@std/path";
import { loadArtifact, type LoadOptions } from "../../../lib/benchmark/artifacts/load_artifact.ts";
import type { Artifact } from "../../../lib/benchmark/manifest.ts";

/** Path of the artifact that the tests download. */
export const PATH = "data/results.jsonl.gz";

/** The artifact of given bytes. */
export async function artifactOf(bytes: Uint8Array<ArrayBuffer>): Promise<Artifact> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { path: PATH, sha256 };
}

/** Bytes that differ everywhere, so that a wrong offset shows. */
export function sampleBytes(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, i) => (i * 2654435761 >>> 13) & 255);
}

/** A temporary folder and the notices and pauses of the loads into it. */
export class Workplace implements AsyncDisposable {
  readonly notices: string[] = [];
  /** Pauses in milliseconds; none is really made. */
  readonly pauses: number[] = [];

  private constructor(readonly directory: string) {}

  static async create(): Promise<Workplace> {
    return new Workplace(await Deno.makeTempDir({ prefix: "artifacts_" }));
  }

  /** Where the artifact will be. */
  get target(): string {
    return join(this.directory, "results.jsonl.gz");
  }

  /** Loads with pauses skipped; the time for silent servers is short. */
  load(
    artifact: Artifact,
    baseUrl: string | null,
    options: Partial<LoadOptions> = {},
  ): Promise<Uint8Array> {
    return loadArtifact(artifact, {
      directory: this.directory,
      baseUrl,
      sleep: (ms) => {
        this.pauses.push(ms);
        return Promise.resolve();
      },
      onNotice: (text) => this.notices.push(text),
      ...options,
    });
  }

  /** Names of the files in the folder, sorted. */
  async names(): Promise<string[]> {
    const names = [];
    for await (const { name } of Deno.readDir(this.directory)) names.push(name);
    return names.sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.directory, { recursive: true });
  }
}
