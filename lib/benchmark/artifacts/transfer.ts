/** The requests that make a download whole: continued after break-offs, repeated after failures that may pass. */
import { format as formatBytes } from "@std/fmt/bytes";
import type { DownloadOptions, Place } from "./download_options.ts";
import { connectionProblem, onDisk, PassingProblem, unavailable } from "./download_problem.ts";
import { type DownloadAnswer, requestDownload } from "./download_request.ts";
import { explain } from "./explain.ts";
import type { PartialFile } from "./partial_file.ts";
import { StallGuard } from "./stall_guard.ts";

/** What is transferred, from where, to where. */
export interface Transfer {
  place: Place;
  /** The hash that the whole shall have; kept with the bytes. */
  sha256: string;
  /** The claimed download; bytes of an earlier run are continued where the server allows it. */
  partial: PartialFile;
  options: DownloadOptions;
}

/** An answer that has bytes. */
type BodyAnswer = Extract<DownloadAnswer, { response: Response }>;

/** An attempt that brought this much does not count against the retries. */
const WORTHWHILE_BYTES = 1024 * 1024;
/** A server that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_SECONDS = 30;

/**
 * Fills the partial file until the server has no more.
 *
 * @returns Whether bytes of more than one answer were put together.
 * @throws {ArtifactUnavailable} Where that fails; the bytes that came stay in the partial file.
 * @throws The signal's reason where it aborts.
 */
export async function runTransfer(transfer: Transfer): Promise<boolean> {
  const { partial, options } = transfer;
  const { signal } = options;
  let joined = partial.length > 0;
  let most = partial.length;
  let failures = 0;
  for (let answered = false;;) {
    if (partial.length > 0 && partial.length === partial.total) return joined;
    try {
      using guard = new StallGuard(options.stallSeconds, signal);
      const answer = await ask(transfer, guard);
      if (answer === "complete") return joined;
      answered = true;
      joined = answer.kind === "rest";
      await receive(answer, transfer, guard);
      return joined;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof PassingProblem)) throw error;
      // Where there was no connection to begin with there is no network, as in
      // a sandbox, and no use in waiting for it.
      if (error.unavailable.reason === "network" && !answered) throw error.unavailable;
      failures = partial.length >= most + WORTHWHILE_BYTES ? 1 : failures + 1;
      most = Math.max(most, partial.length);
      const pauseSeconds = error.pauseSeconds ?? 2 ** (failures - 1);
      if (failures > options.retries || pauseSeconds > LONGEST_PAUSE_SECONDS) {
        throw error.unavailable;
      }
      await options.sleep(pauseSeconds * 1000, signal === undefined ? {} : { signal });
    }
  }
}

/** Sends one request; throws for every answer that brings the download no further. */
async function ask(transfer: Transfer, guard: StallGuard): Promise<BodyAnswer | "complete"> {
  const { place, partial, options } = transfer;
  let answer: DownloadAnswer;
  try {
    answer = await requestDownload({
      url: place.url,
      offset: partial.length,
      validator: partial.validator,
      fetch: options.fetch,
      signal: guard.signal,
    });
  } catch (error) {
    if (guard.signal.aborted) throw stalled(transfer);
    const problem = await connectionProblem(error, place);
    throw problem.reason === "network" ? new PassingProblem(problem, null) : problem;
  }
  switch (answer.kind) {
    case "complete":
      return "complete";
    case "whole":
    case "rest":
      return answer;
    case "restart":
      options.onNotice(`${place.path}: it cannot be continued (${answer.why}); starting over`);
      await onDisk(place, () => partial.restart(null));
      throw new PassingProblem(unavailable("refused", place, answer.why, "Run again"), 0);
    case "later":
      throw new PassingProblem(
        unavailable("server", place, answer.why, "Run again later"),
        answer.retryAfterSeconds,
      );
    case "not_found":
    case "refused":
      throw unavailable(answer.kind, place, answer.why, "Check the base URL");
  }
}

/**
 * Writes an answer's bytes to disk as they come, to the end that the server
 * declared; where it declared none a clean end is the end. The hash has the last word.
 */
async function receive(
  answer: BodyAnswer,
  transfer: Transfer,
  guard: StallGuard,
): Promise<void> {
  const { place, sha256, partial, options } = transfer;
  const reader = (answer.response.body ?? new Blob().stream()).getReader();
  try {
    options.onNotice(`${place.path}: ${beginning(answer, transfer)}`);
    if (answer.kind === "whole") {
      const { total, validator } = answer;
      await onDisk(place, () => partial.restart({ url: place.url.href, sha256, validator, total }));
    }
    const total = answer.total ?? partial.total;
    await refuseTooLarge(total ?? 0, transfer);
    for (;;) {
      guard.alive();
      const { done, value } = await reader.read().catch((error) => {
        throw guard.signal.aborted ? stalled(transfer) : brokenOff(transfer, explain(error));
      });
      if (done) break;
      await refuseTooLarge(partial.length + value.length, transfer);
      await onDisk(place, () => partial.append(value));
      options.onProgress({ path: place.path, received: partial.length, total });
    }
    if (total !== null && partial.length < total) throw brokenOff(transfer, "it ended early");
  } finally {
    // Also ends the connection where the rest is not wanted; no error is left to tell.
    await reader.cancel().catch(() => {});
  }
}

/** What a user is told when bytes begin to come; not earlier: without a network nothing is downloading. */
function beginning(answer: BodyAnswer, { place, partial }: Transfer): string {
  const size = answer.total === null ? "" : ` (${formatBytes(answer.total)})`;
  if (answer.kind === "rest") {
    return `continuing from ${place.url.host} at byte ${partial.length}${size}`;
  }
  // The server would not continue: Range is unknown to it, or the file is another one by now.
  const again = partial.length > 0 ? " again from the beginning" : "";
  return `downloading${again} from ${place.url.host}${size}`;
}

async function refuseTooLarge(bytes: number, { place, partial, options }: Transfer): Promise<void> {
  if (bytes <= options.maxBytes) return;
  await onDisk(place, () => partial.restart(null));
  const limit = formatBytes(options.maxBytes, { binary: true });
  const why = `it is larger than ${limit}, the most that is accepted`;
  throw unavailable("refused", place, why, "Check the base URL");
}

function stalled({ place, partial, options }: Transfer): Error {
  const why = `nothing arrived for ${options.stallSeconds} s${kept(partial)}`;
  return unavailable("stalled", place, why, "Run again");
}

function brokenOff({ place, partial }: Transfer, detail: string): PassingProblem {
  const why = `the connection broke off (${detail})${kept(partial)}`;
  return new PassingProblem(unavailable("broken_off", place, why, "Run again to continue"), null);
}

function kept({ continuable, length, total }: PartialFile): string {
  if (!continuable) return "";
  const whole = total === null ? "" : ` of ${formatBytes(total)}`;
  return `; ${formatBytes(length)}${whole} are kept`;
}
