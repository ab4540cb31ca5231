/** Downloading an artifact into its place: by one process at a time, verified before it gets there. */
import type { Artifact } from "../manifest.ts";
import { ArtifactMismatch } from "./artifact_errors.ts";
import { checkDigest } from "./digest.ts";
import type { DownloadOptions, Place } from "./download_options.ts";
import { onDisk } from "./download_problem.ts";
import type { PartialFile } from "./partial_file.ts";
import { runTransfer } from "./transfer.ts";

/**
 * Downloads an artifact into its place.
 *
 * @param artifact Which one.
 * @param place From where and to where.
 * @param partial The claimed download; the caller disposes of it.
 * @returns The bytes of the file: those that were hashed.
 * @throws {ArtifactMismatch} Where the bytes do not fit the hash; they are deleted.
 * @throws {ArtifactUnavailable} Where they cannot be had; what came is kept where it can be continued.
 * @throws The signal's reason where it aborts.
 */
export async function download(
  artifact: Artifact,
  place: Place,
  partial: PartialFile,
  options: DownloadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { sha256 } = artifact;
  const { origin } = partial;
  if (origin?.url !== place.url.href || origin.sha256 !== sha256) {
    await onDisk(place, () => partial.restart(null));
  }
  for (;;) {
    const joined = await runTransfer({ place, sha256, partial, options });
    const bytes = await onDisk(place, () => Deno.readFile(partial.path));
    const { ok, found } = await checkDigest(bytes, sha256);
    if (ok) {
      await onDisk(place, () => partial.finish());
      return bytes;
    }
    await onDisk(place, () => partial.restart(null));
    if (!joined) throw mismatch(place, sha256, found, bytes);
    // The file may have changed between its parts: a whole one may yet fit.
    options.onNotice(`${place.path}: what was put together does not fit the hash; starting over`);
  }
}

function mismatch(
  { url, target }: Place,
  expected: string,
  found: string,
  bytes: Uint8Array,
): ArtifactMismatch {
  const start = new TextDecoder().decode(bytes.subarray(0, 200));
  const page = /^\s*<(!doctype|html)/i.test(start)
    ? " (a web page, such as a network's login page)"
    : "";
  return new ArtifactMismatch(
    expected,
    found,
    `Cannot accept ${url.href}${page}: its SHA-256 is ${found}, the manifest expects ` +
      `${expected}; what came is deleted. Check the base URL, try from another network, ` +
      `or put the right file at ${target}`,
  );
}
