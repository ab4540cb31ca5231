/** What went wrong with a download, told with what to do about it. */
import { dirname } from "@std/path";
import { ArtifactUnavailable, type UnavailableReason } from "./artifact_errors.ts";
import type { Place } from "./download_options.ts";
import { explain } from "./explain.ts";

/** A failed attempt that may go better the next time. */
export class PassingProblem extends Error {
  /**
   * @param unavailable What to throw when it does not.
   * @param pauseSeconds What the server asks for; null where it says nothing.
   */
  constructor(readonly unavailable: ArtifactUnavailable, readonly pauseSeconds: number | null) {
    super(unavailable.message);
  }
}

/**
 * An error about a download: `Cannot download URL: WHY. REMEDY, or put the file at PATH`.
 *
 * @param reason For programs.
 * @param why What happened, in the middle of a sentence.
 * @param remedy What to do, the beginning of a sentence.
 * @param cause The original error, if any.
 */
export function unavailable(
  reason: UnavailableReason,
  { url, target }: Place,
  why: string,
  remedy: string,
  cause?: unknown,
): ArtifactUnavailable {
  const message = `Cannot download ${url.href}: ${why}. ${remedy}, or put the file at ${target}`;
  return new ArtifactUnavailable(reason, message, { cause });
}

/** No connection, or one that ended before an answer. */
export async function connectionProblem(
  error: unknown,
  place: Place,
): Promise<ArtifactUnavailable> {
  if (error instanceof Deno.errors.NotCapable) return await permissionProblem(error, place);
  const why = explain(error);
  const remedy = /certificate/i.test(why)
    // A proxy that inspects TLS has its own authority, which the system may know.
    ? "If a proxy inspects TLS here, set DENO_TLS_CA_STORE=system"
    : "Check the network";
  return unavailable("network", place, `no connection (${why})`, remedy, error);
}

/**
 * Runs a file operation of a download.
 *
 * @throws {ArtifactUnavailable} Where it fails: `permission`, `no_space` or `unwritable`.
 */
export async function onDisk<T>(place: Place, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw await diskProblem(error, place);
  }
}

async function diskProblem(error: unknown, place: Place): Promise<ArtifactUnavailable> {
  if (error instanceof Deno.errors.NotCapable) return await permissionProblem(error, place);
  const folder = dirname(place.target);
  const code = (error as { code?: unknown } | null)?.code;
  const why = explain(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    const remedy = "Make room and run again";
    return unavailable("no_space", place, `no space is left in ${folder} (${why})`, remedy, error);
  }
  const remedy = "Make sure that it exists and can be written";
  return unavailable("unwritable", place, `${folder} cannot be written (${why})`, remedy, error);
}

/** Deno was not allowed something: names all that is missing, not only what failed first. */
async function permissionProblem(error: Error, place: Place): Promise<ArtifactUnavailable> {
  const { url, target } = place;
  const folder = dirname(target);
  const needed: [string, Deno.PermissionDescriptor][] = [
    [`--allow-net=${url.host}`, { name: "net", host: url.host }],
    [`--allow-read=${folder}`, { name: "read", path: folder }],
    [`--allow-write=${folder}`, { name: "write", path: folder }],
  ];
  const missing: string[] = [];
  for (const [flag, descriptor] of needed) {
    if ((await Deno.permissions.query(descriptor)).state !== "granted") missing.push(flag);
  }
  const why = "Deno was not given the permission";
  return unavailable("permission", place, why, `Add ${missing.join(" ")}`, error);
}
