/** A web address taken apart for identifier rules. */

/** An http(s) URL in the parts that rules look at. */
export interface ParsedUrl {
  /** Lower case, without a last dot. */
  host: string;
  /** Percent-decoded exactly once; as it stands where an escape is malformed. */
  path: string;
  /** Query parameters, decoded. The fragment is dropped. */
  query: [name: string, value: string][];
}

/** Longer addresses are no paper's page, in characters. */
const LONGEST_URL = 8192;

/** Takes a URL apart; null for what is no http or https URL, or absurdly long. */
export function parseUrl(text: string): ParsedUrl | null {
  if (text.length > LONGEST_URL) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  return {
    host: url.hostname.toLowerCase().replace(/\.$/, ""),
    path: decoded(url.pathname),
    query: [...url.searchParams],
  };
}

/** Whether a host is one of the domains or under one of them; a leading `www.` in a domain stands for itself and the bare name only. */
export function isHostOf(url: Pick<ParsedUrl, "host">, ...domains: string[]): boolean {
  return domains.some((domain) =>
    domain.startsWith("www.")
      ? url.host === domain || url.host === domain.slice(4)
      : url.host === domain || url.host.endsWith(`.${domain}`)
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
