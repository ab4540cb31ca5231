/** Frozen files, verified: from disk, else from the network. */
import { delay } from "@std/async/delay";
import { basename, join } from "@std/path";
import type { Artifact } from "../manifest.ts";
import { ArtifactMismatch, ArtifactUnavailable } from "./artifact_errors.ts";
import { artifactUrl } from "./artifact_url.ts";
import { claimDownload } from "./claim_download.ts";
import { checkDigest } from "./digest.ts";
import { download } from "./download.ts";
import type { DownloadOptions } from "./download_options.ts";
import { explain } from "./explain.ts";

/** Where an artifact is looked for, and how it is downloaded. */
export interface LoadOptions extends Partial<Omit<DownloadOptions, "signal">> {
  /** Folder of the manifest; the file lies in it under the last part of its path. */
  directory: string;
  /** What the artifact's path is appended to; null where it comes with its manifest and cannot be downloaded. */
  baseUrl: string | null;
  /** Never use the network. @default false */
  offline?: boolean;
  signal?: AbortSignal | undefined;
}

const DEFAULTS = {
  sleep: delay,
  onProgress: () => {},
  onNotice: () => {},
  stallSeconds: 10,
  maxBytes: 1024 ** 3,
  retries: 3,
};

/**
 * Loads an artifact: from disk, else it is downloaded into its place first.
 *
 * @param artifact Path and hash, of the manifest.
 * @param options `fetch` defaults to the platform's, `stallSeconds` to 10,
 *   `maxBytes` to 1 GiB, `retries` to 3.
 * @returns The file's bytes. They are the ones whose SHA-256 was compared; the
 *   file is not read again.
 * @throws {ArtifactMismatch} Where the bytes do not fit the hash. A file that
 *   was on disk stays as it is: someone may have changed it on purpose.
 * @throws {ArtifactUnavailable} Where it is neither on disk nor to be downloaded; `reason` says why.
 * @throws {Error} Where something is in its place that cannot be read as a file.
 * @throws The signal's reason where it aborts.
 */
export async function loadArtifact(
  artifact: Artifact,
  { directory, baseUrl, offline = false, signal, ...given }: LoadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const options: DownloadOptions = {
    ...DEFAULTS,
    fetch: globalThis.fetch,
    ...given,
    ...(signal === undefined ? {} : { signal }),
  };
  signal?.throwIfAborted();
  const target = join(directory, basename(artifact.path));
  const there = () => readVerified(target, artifact, baseUrl !== null, options.maxBytes);

  const bytes = await there();
  if (bytes !== null) return bytes;
  if (baseUrl === null) {
    throw new ArtifactUnavailable(
      "missing",
      `Cannot find ${target}: it comes with its manifest. Restore it, for instance with ` +
        `git checkout -- ${target}`,
    );
  }
  const url = artifactUrl(baseUrl, artifact.path);
  if (offline) {
    throw new ArtifactUnavailable(
      "offline",
      `Cannot find ${target}, and the network must not be used (--offline). ` +
        `Run once without --offline, or put ${url.href} there`,
    );
  }
  const place = { path: artifact.path, url, target };
  await using partial = await claimDownload(place, options);
  // Whoever held the download before may have finished it.
  return await there() ?? await download(artifact, place, partial, options);
}

/** Reads and verifies a file; null where there is none. */
async function readVerified(
  path: string,
  { sha256 }: Artifact,
  downloadable: boolean,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readFileOrNull(path, maxBytes);
  if (bytes === null) return null;
  const { ok, found } = await checkDigest(bytes, sha256);
  if (ok) return bytes;
  throw new ArtifactMismatch(
    sha256,
    found,
    `Cannot use ${path}: its SHA-256 is ${found}, the manifest expects ${sha256}. It was ` +
      (downloadable
        ? "changed or is incomplete; delete it and run again to download it"
        : "changed; restore it, or write its new hash into the manifest if that is meant"),
  );
}

async function readFileOrNull(
  path: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) throw new Error("it is not a file");
    if (size > maxBytes) {
      throw new Error(`its ${size} bytes are more than the ${maxBytes} accepted`);
    }
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw new Error(`Cannot read ${path}: ${explain(error)}`, { cause: error });
  }
}
