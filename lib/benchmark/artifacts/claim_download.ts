/** One downloader at a time. */
import type { DownloadOptions, Place } from "./download_options.ts";
import { onDisk, unavailable } from "./download_problem.ts";
import { lockPath, PartialFile, partPath } from "./partial_file.ts";

const POLL_MS = 250;
/** Longer than a downloader can be without a new byte and still go on: its stall limit, its longest pause, some slack. */
const IDLE_LIMIT_MS = 60_000;

/**
 * Claims the download of a file; where another process holds it, waits until
 * that one is done or gives up.
 *
 * @throws {ArtifactUnavailable} `busy` where the other one gets nowhere; `permission`,
 *   `unwritable` or `no_space` where the folder cannot be used.
 * @throws The signal's reason where it aborts.
 */
export async function claimDownload(
  place: Place,
  { sleep, signal, onNotice }: DownloadOptions,
): Promise<PartialFile> {
  const { target } = place;
  let idle = 0;
  let size = -1;
  for (let polls = 0;; polls++) {
    const partial = await onDisk(place, () => PartialFile.claim(target));
    if (partial !== null) return partial;
    if (polls === 0) {
      onNotice(`${place.path}: another process is downloading it; waiting for that one`);
    }
    const now = await sizeOf(partPath(target));
    idle = now === size ? idle + POLL_MS : 0;
    size = now;
    if (idle >= IDLE_LIMIT_MS) {
      const why = `another process holds ${lockPath(target)} but nothing arrives`;
      throw unavailable("busy", place, why, "End that process and run again");
    }
    await sleep(POLL_MS, signal === undefined ? {} : { signal });
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await Deno.stat(path)).size;
  } catch {
    // Not there yet, or just put in its place: the next claim will tell.
    return -1;
  }
}
