/** From an adapter's page request to the HTTP request that goes out. */
import { createHash } from "node:crypto";
import { isLoopback } from "../benchmark/artifacts/artifact_url.ts";
import type { PageRequest } from "../providers/page.ts";
import type { HttpProvider } from "../providers/provider.ts";
import type { HttpRequest } from "./http_client.ts";

/** Where requests go and how they prove who asks. */
export interface Endpoint {
  provider: Pick<HttpProvider, "key">;
  /** As checkEndpoint accepts it. */
  baseUrl: URL;
  key: string | undefined;
  /** Further headers of the provider's own scheme. */
  authHeaders: Readonly<Record<string, string>>;
}

/** Builds the HTTP request of a page. */
export function toHttpRequest(page: PageRequest, endpoint: Endpoint): HttpRequest {
  const { baseUrl, key, provider: { key: { place } } } = endpoint;
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, "") + page.path;
  for (const [name, value] of Object.entries(page.params ?? {})) {
    url.searchParams.append(name, value);
  }
  const headers: Record<string, string> = { ...page.headers, ...endpoint.authHeaders };
  const form = page.form && new URLSearchParams(page.form);
  if (key !== undefined && place.kind === "param") {
    (form ?? url.searchParams).append(place.name, key);
  }
  if (key !== undefined && place.kind === "header") {
    headers[place.name] = (place.prefix ?? "") + key;
  }
  if (form) {
    headers["Content-Type"] = "application/x-www-form-urlencoded;charset=UTF-8";
    return { method: page.method, url, headers, body: form.toString() };
  }
  if (page.body === undefined) return { method: page.method, url, headers };
  headers["Content-Type"] = "application/json";
  return { method: page.method, url, headers, body: JSON.stringify(page.body) };
}

/**
 * Tells an address for the run record: a path other than the provider's own is
 * told by its hash, since gateways take keys in paths.
 */
export function addressOf(
  { baseUrl }: Pick<Endpoint, "baseUrl">,
  provider: Pick<HttpProvider, "baseUrl">,
): string {
  const pathOf = (url: URL) => url.pathname.replace(/\/+$/, "") || "/";
  const path = pathOf(baseUrl);
  const usual = provider.baseUrl.default === null ? "/" : pathOf(new URL(provider.baseUrl.default));
  if (path === usual) return baseUrl.origin + path;
  const hash = createHash("sha256").update(path).digest("hex");
  return `${baseUrl.origin}/ (path with SHA-256 ${hash.slice(0, 16)}…)`;
}

/**
 * Checks a base URL: https, or http on a loopback address.
 *
 * @param text The variable's value or the provider's default.
 * @param variable For the message.
 * @throws {Error} where it is no URL, or plain http leaves this machine.
 */
export function checkEndpoint(text: string, variable: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  // Before anything that shows the text: it may hold a secret.
  if (url !== null && (url.search || url.hash || url.username || url.password)) {
    throw new Error(
      `Cannot use ${variable}: it has a user name, a password, a query or a fragment; give the plain address`,
    );
  }
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error(`Cannot use ${variable}: it is no address such as https://example.org`);
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new Error(
      `Cannot use ${variable}, ${url.origin}: plain http would show the key to everyone on the way; use https (http is for loopback addresses only)`,
    );
  }
  return url;
}
