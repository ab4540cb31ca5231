/** Where an artifact is downloaded from. */

/**
 * Checks a base URL for artifacts.
 *
 * @param text As configured, e.g. `https://raw.githubusercontent.com/OWNER/REPOSITORY/COMMIT/`.
 * @returns The same with exactly one slash at the end.
 * @throws {Error} Where it is no URL, neither https nor plain http on a loopback
 *   address, or carries a user name, a query or a fragment: a secret in it would
 *   end up in messages, and a path cannot be appended to the others.
 */
export function checkBaseUrl(text: string): string {
  const refuse = (reason: string): never => {
    throw new Error(`Cannot use the artifact base URL: ${reason}`);
  };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // What is no URL may still hold a password.
    const value = /[@?#]/.test(text) ? "it" : `"${text}"`;
    return refuse(`${value} is not an absolute URL such as https://HOST/PATH/`);
  }
  if (url.username !== "" || url.password !== "") {
    refuse("it must not contain a user name or a password");
  }
  if (url.search !== "" || url.hash !== "") {
    refuse("it must not contain a query (?) or a fragment (#)");
  }
  if (
    url.protocol !== "https:" &&
    !(url.protocol === "http:" && isLoopback(url.hostname))
  ) {
    refuse(
      `${url.protocol}//${url.host} must use https (plain http is accepted for loopback addresses only)`,
    );
  }
  return url.href.replace(/\/*$/, "/");
}

/**
 * The URL of an artifact.
 *
 * @param baseUrl As `checkBaseUrl` accepts it.
 * @param path Of the artifact below it, e.g. `data/bioasq.jsonl`.
 */
export function artifactUrl(baseUrl: string, path: string): URL {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return new URL(checkBaseUrl(baseUrl) + encoded);
}

/** Whether a URL's host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname);
}
