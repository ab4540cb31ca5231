/** Requests to NCBI at the pace it allows, repeated while they may pass. */
import { NcbiError, type NcbiRequest, type NcbiTransport } from "../ncbi/transport.ts";
import { backoffSeconds } from "./backoff.ts";
import { eitherSignal } from "./either_signal.ts";
import type { HttpRequest, SendRequest } from "./http_client.ts";
import { TransportError } from "./http_errors.ts";
import { createRateLimiter } from "./rate_limiter.ts";
import { parseRetryAfter } from "./retry_after.ts";
import { type Sleep, sleep as realSleep } from "./sleep.ts";

/** Calls a second that NCBI allows: https://support.nlm.nih.gov/kbArticle/?pn=KA-05510 */
const RATE = 3;
/** With a key, for the E-utilities only: the ID Converter knows no keys. */
const RATE_WITH_KEY = 10;

/** How the transport is set up. */
export interface NcbiTransportOptions {
  send: SendRequest;
  /** Base URLs, checked, each with exactly one slash at the end. */
  baseUrls: Record<NcbiRequest["service"], string>;
  /** Whether requests to the E-utilities carry a key. */
  hasKey: boolean;
  /** Tries a request at the most. @default 5 */
  attempts?: number;
  /** Longest pause that NCBI may ask for, in seconds. @default 300 */
  maxWaitSeconds?: number;
  /** Told before each pause. */
  onRetry?: (message: string, seconds: number) => void;
  /** Removes secrets from messages. @default none */
  clean?: (text: string) => string;
  /** Milliseconds since the epoch. @default Date.now */
  now?: () => number;
  /** Monotonic clock in milliseconds. @default performance.now */
  clock?: () => number;
  /** A number from 0 up to 1. @default Math.random */
  random?: () => number;
  /** @default ./sleep.ts */
  sleep?: Sleep;
}

/**
 * Makes a transport. Both services keep a pace of their own, since they are
 * two hosts; a pause that one asks for holds all requests to it.
 */
export function createNcbiTransport(options: NcbiTransportOptions): NcbiTransport {
  const { send, attempts = 5, maxWaitSeconds = 300, sleep = realSleep } = options;
  const { now = Date.now, random = Math.random, clean = (text: string) => text } = options;
  const pace = (rate: number) =>
    createRateLimiter({ rate, sleep, ...(options.clock && { now: options.clock }) });
  const limiters = {
    idconv: pace(RATE),
    eutils: pace(options.hasKey ? RATE_WITH_KEY : RATE),
  };

  return async (request, judge, signal, giveUp) => {
    using ended = eitherSignal(signal, giveUp);
    const limiter = limiters[request.service];
    const http = httpRequest(request, options.baseUrls);
    for (let attempt = 1;; attempt++) {
      let message: string;
      let asked: number | null = null;
      let cause: unknown;
      try {
        const response = await send(http, {
          ...(signal && { signal }),
          admit: () => limiter.acquire(ended.signal),
        });
        const verdict = judge(response);
        if (verdict.kind === "answer") return verdict;
        // Told in a notice or an error of the look-up.
        if (verdict.kind === "refused") return { ...verdict, message: clean(verdict.message) };
        if (verdict.kind === "stop") {
          throw new NcbiError(
            clean(`Cannot look up ids at NCBI: ${verdict.message}; ${verdict.remedy}`),
          );
        }
        message = verdict.message;
        asked = parseRetryAfter(response.headers.get("retry-after"), now());
      } catch (error) {
        if (!(error instanceof TransportError) || lacksPermission(error)) throw error;
        message = `${http.url.host}: ${error.message}`;
        if (error.fault === "redirect") {
          throw new NcbiError(
            clean(
              `Cannot look up ids at NCBI: ${message}; where the service has moved, set ` +
                "PMC_IDCONV_BASE_URL or NCBI_EUTILS_BASE_URL to its new address",
            ),
            { cause: error },
          );
        }
        cause = error;
      }
      message = clean(message);
      if (attempt === attempts) {
        throw new NcbiError(
          `Cannot look up ids at NCBI: ${message} (try ${attempt} of ${attempts}); ` +
            "what was answered is kept, so run the same command again later",
          { cause },
        );
      }
      if (asked !== null && asked > maxWaitSeconds) {
        throw new NcbiError(
          `Cannot look up ids at NCBI: ${message} and asks to wait ${
            Math.ceil(asked)
          } s; run the same command again after that, what was answered is kept`,
        );
      }
      const seconds = Math.max(asked ?? 0, backoffSeconds(attempt, random));
      options.onRetry?.(message, seconds);
      limiter.pause(seconds);
      await sleep(seconds * 1000, ended.signal);
    }
  };
}

/** A permission that is missing is told by the command line, with the command that has it. */
function lacksPermission(error: unknown): boolean {
  return error instanceof Error &&
    (error instanceof Deno.errors.NotCapable || lacksPermission(error.cause));
}

function httpRequest(
  request: NcbiRequest,
  baseUrls: NcbiTransportOptions["baseUrls"],
): HttpRequest {
  const url = new URL(baseUrls[request.service] + request.path.slice(1));
  for (const [name, value] of Object.entries(request.params)) url.searchParams.append(name, value);
  return {
    method: request.method,
    url,
    ...(request.form && {
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(request.form).toString(),
    }),
  };
}
