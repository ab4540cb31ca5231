/** One HTTP request: bounded in time and size, never sent to another origin, never repeated by anyone but the caller. */
import { openConnections } from "./connections.ts";
import { TransportError } from "./http_errors.ts";
import { readBody } from "./read_body.ts";

/** What is asked. */
export interface HttpRequest {
  method: "GET" | "POST";
  url: URL;
  /** Names and values; the client adds User-Agent and Accept. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** What was answered, whatever its status. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** How one request is sent. */
export interface SendOptions {
  /** Ends the request; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called before the request and before each redirect that is followed: waits for the pace, counts the call. */
  admit?: () => Promise<void>;
}

/** Sends a request. @throws {TransportError} where no readable answer came. */
export type SendRequest = (request: HttpRequest, options?: SendOptions) => Promise<HttpResponse>;

/** A client; dispose of it when the last request is through. */
export interface HttpClient extends Disposable {
  send: SendRequest;
}

/** How a client is set up. */
export interface HttpClientOptions {
  /** Sent with every request: product, version and where to read about it. */
  userAgent: string;
  /** Seconds until the last byte of the body. @default 60 */
  timeoutSeconds?: number;
  /** Largest body, unpacked. @default 64 MiB */
  maxBytes?: number;
  /** @default globalThis.fetch */
  fetch?: typeof fetch;
}

const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Makes a client. Each request has an AbortController and a timer of its own,
 * and a connection of its own: where a server closes a kept-alive connection,
 * fetch (Deno 2.9.6) silently sends the request again, POSTs too, and every
 * request here may cost money.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { userAgent, timeoutSeconds = 60, maxBytes = 64 * 2 ** 20, fetch = globalThis.fetch } =
    options;
  const connections = openConnections();

  const once = async (request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> => {
    signal?.throwIfAborted();
    const headers = new Headers({ Accept: "application/json", "User-Agent": userAgent });
    for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value);
    const controller = new AbortController();
    const timer = setTimeout(
      () =>
        controller.abort(
          new TransportError("timeout", `no whole answer within ${timeoutSeconds} s`),
        ),
      timeoutSeconds * 1000,
    );
    const onAbort = () => controller.abort(signal!.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        client: connections.to(request.url),
        redirect: "manual",
        signal: controller.signal,
      });
      const text = await readBody(response, maxBytes);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      if (error instanceof TransportError || error instanceof Deno.errors.NotCapable) throw error;
      throw new TransportError("connection", `no whole answer: ${rootMessage(error)}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  };

  const send: SendRequest = async (request, { signal, admit } = {}) => {
    let current = request;
    for (let followed = 0;; followed++) {
      await admit?.();
      const response = await once(current, signal);
      if (!REDIRECTS.has(response.status)) return response;
      current = redirected(current, response, followed);
    }
  };

  return { send, [Symbol.dispose]: () => connections[Symbol.dispose]() };
}

/** The request that a redirect asks for; refuses what could carry the key elsewhere or repeat a paid call. */
function redirected(request: HttpRequest, response: HttpResponse, followed: number): HttpRequest {
  const refuse = (why: string) =>
    new TransportError("redirect", `redirect (${response.status}) not followed: ${why}`, {
      status: response.status,
    });
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, request.url)) {
    throw refuse("it names no address");
  }
  const url = new URL(location, request.url);
  if (url.origin !== request.url.origin) throw refuse(`it leads to another origin, ${url.origin}`);
  if (request.method !== "GET") throw refuse("a POST is never sent twice");
  if (followed >= MOST_REDIRECTS) throw refuse(`more than ${MOST_REDIRECTS} in a row`);
  return { ...request, url };
}

/**
 * What of a message of fetch is left out: the URL, which may hold a key and
 * much else. Where there was a connection, both its ends are named as well.
 */
const ADDRESSES = / (?:for url \(\S*\)|from \S+ for \S+ \(\S*\))/;

/** fetch says little; the reason is in the chain of causes. */
function rootMessage(error: unknown): string {
  let message = String(error);
  for (let each = error; each instanceof Error; each = each.cause) {
    message = each.message || message;
  }
  return message.replace(ADDRESSES, "");
}
