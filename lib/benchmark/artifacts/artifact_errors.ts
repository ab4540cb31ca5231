/** How getting an artifact can fail. Messages are one line and end in what to do. */

/**
 * Why an artifact is neither on disk nor to be had from the network:
 * - `missing`: it comes with its manifest and is not there;
 * - `offline`: the network must not be used;
 * - `network`: no connection (no DNS, refused, no route, TLS);
 * - `stalled`: no answer, or no further byte, in the time allowed;
 * - `broken_off`: the connection broke off too often; what came is kept;
 * - `not_found`: 404 or 410;
 * - `server`: the server failed or asked to come back later (408, 425, 429, 5xx);
 * - `refused`: any other answer that is no file, a redirect to another origin, a file above the size limit;
 * - `permission`: Deno was not allowed the network or the folder;
 * - `unwritable`: the folder cannot be written;
 * - `no_space`: the disk is full;
 * - `busy`: another process holds the download and gets nowhere.
 */
export type UnavailableReason =
  | "missing"
  | "offline"
  | "network"
  | "stalled"
  | "broken_off"
  | "not_found"
  | "server"
  | "refused"
  | "permission"
  | "unwritable"
  | "no_space"
  | "busy";

/** An artifact can be had neither from disk nor from the network. */
export class ArtifactUnavailable extends Error {
  override name = "ArtifactUnavailable";

  /**
   * @param reason For programs.
   * @param message For people: what, why, and what to do.
   * @param options `cause`: the original error.
   */
  constructor(readonly reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** The bytes are not the ones that the manifest pins. Never a reason to score something else instead. */
export class ArtifactMismatch extends Error {
  override name = "ArtifactMismatch";

  /**
   * @param expected SHA-256 of the manifest.
   * @param found SHA-256 of the bytes.
   * @param message For people: which file, both hashes, and what to do.
   */
  constructor(readonly expected: string, readonly found: string, message: string) {
    super(message);
  }
}
