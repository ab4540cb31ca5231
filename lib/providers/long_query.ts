/** Queries that are too long for a URL. */
import type { PageRequest } from "./page.ts";

/** From here on servers and proxies refuse URLs (414) whose limits nobody documents; encoded parameters, in bytes. */
const LONGEST = 2000;

/**
 * A GET, or where its parameters are too long for a URL the POST with the same
 * parameters as a form.
 *
 * @param paths Path of each; NCBI takes both under one, Europe PMC has a twin.
 */
export function getOrPost(
  paths: { get: string; post: string },
  params: Readonly<Record<string, string>>,
): PageRequest {
  return new URLSearchParams(params).toString().length <= LONGEST
    ? { method: "GET", path: paths.get, params }
    : { method: "POST", path: paths.post, form: params };
}
