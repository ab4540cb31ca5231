/**
 * How requests leave this machine. Plain http, which is for this machine only,
 * goes past every proxy, whatever HTTP_PROXY says: a proxy would read the key.
 */

/** Variables with the hosts for which no proxy is asked; the search tasks may set them. */
export const PROXY_VARIABLES = ["NO_PROXY", "no_proxy"] as const;

const THIS_MACHINE = "localhost,127.0.0.0/8,::1";

/** The platform's clients; dispose of them when the last request is through. */
export interface Connections extends Disposable {
  /** The client for requests to an address. */
  to(url: URL): Deno.HttpClient;
}

/** Opens the connections: each serves one request and is closed. */
export function openConnections(): Connections {
  const once = { poolMaxIdlePerHost: 0, http2: false };
  const exempt = exemptLoopback();
  const usual = Deno.createHttpClient(once);
  const plain = new Map<string, Deno.HttpClient>();
  return {
    to(url) {
      if (exempt || url.protocol !== "http:") return usual;
      let client = plain.get(url.host);
      if (client === undefined) {
        // The server as its own proxy: its request line has the whole URL, which servers accept (RFC 9112, 3.2.2).
        const { hostname } = url;
        const proxy = { transport: "tcp" as const, hostname, port: Number(url.port || 80) };
        client = Deno.createHttpClient({ ...once, proxy });
        plain.set(url.host, client);
      }
      return client;
    },
    [Symbol.dispose]() {
      for (const client of [usual, ...plain.values()]) client.close();
    },
  };
}

/**
 * Takes this machine out of what proxies are asked for, in this process.
 *
 * @returns False where the permissions do not allow it.
 */
function exemptLoopback(): boolean {
  const mayBeSet = PROXY_VARIABLES.every((variable) =>
    Deno.permissions.querySync({ name: "env", variable }).state === "granted"
  );
  if (!mayBeSet) return false;
  const others = Deno.env.get("NO_PROXY") ?? Deno.env.get("no_proxy");
  if (!others?.includes(THIS_MACHINE)) {
    Deno.env.set("NO_PROXY", others ? `${others},${THIS_MACHINE}` : THIS_MACHINE);
  }
  return true;
}
