/** What the fake providers can do wrong, one call at a time. */
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import type { Socket } from "node:net";
import { bytesOf, head, reply, type WireResponse, write } from "./wire.ts";

/** One fault. Those that end in an answer still count as answered calls. */
export type Fault =
  /** Any answer at all. */
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  /** 429 with Retry-After in either form. */
  | { kind: "rate_limited"; retryAfter?: string }
  /** The provider's own answer to a rejected key. */
  | { kind: "bad_key" }
  /** The provider's own answer to an exhausted quota. */
  | { kind: "quota" }
  /** Connection reset before any byte of the answer. */
  | { kind: "reset_before" }
  /** Connection reset in the middle of the body. */
  | { kind: "reset_within" }
  /** Connection closed (not reset) in the middle of the body. */
  | { kind: "closed_within" }
  /** Whole by its length header, but the JSON is cut in half. */
  | { kind: "truncated_json" }
  /** A page of HTML with status 200. */
  | { kind: "html" }
  /** Half of the body, then a pause of so many milliseconds, then the rest. */
  | { kind: "slow_body"; milliseconds: number }
  /** The right answer, so many milliseconds late. */
  | { kind: "late"; milliseconds: number }
  /** No answer until the client or the test gives up. */
  | { kind: "silent" }
  /** JSON of at least so many bytes. */
  | { kind: "huge"; bytes: number }
  /** A redirect to a place on the other origin, or to a target on this one. */
  | { kind: "redirect"; to: "other_origin" | `/${string}`; status?: number }
  /** The right answer, called text/html. */
  | { kind: "wrong_content_type" }
  /** The right answer with bytes that are no UTF-8. */
  | { kind: "invalid_utf8" }
  /** The right answer, compressed. */
  | { kind: "gzip" }
  /** An error body and a header that repeat the key and the whole request target. */
  | { kind: "echo_key"; status: number };

/** What a fault needs to know of the call it befalls. */
export interface FaultContext {
  socket: Socket;
  /** The answer that a healthy server would give. */
  healthy: WireResponse;
  badKey: WireResponse;
  quota: WireResponse;
  target: string;
  key: string | null;
  otherOrigin: string;
  /** Resolves when the server closes. */
  closing: Promise<void>;
}

/** Carries a fault out. */
export async function perform(fault: Fault, context: FaultContext): Promise<void> {
  const { socket, healthy } = context;
  const body = bytesOf(healthy.body);
  const half = body.subarray(0, Math.floor(body.length / 2));
  switch (fault.kind) {
    case "status":
      return await reply(socket, json(fault.status, fault.body ?? { error: "x" }, fault.headers));
    case "rate_limited":
      return await reply(
        socket,
        json(
          429,
          { message: "Too Many Requests" },
          fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter },
        ),
      );
    case "bad_key":
      return await reply(socket, context.badKey);
    case "quota":
      return await reply(socket, context.quota);
    case "reset_before":
      socket.resetAndDestroy();
      return;
    case "reset_within":
      await write(socket, head(healthy));
      await write(socket, half);
      socket.resetAndDestroy();
      return;
    case "closed_within":
      await write(socket, head(healthy));
      await write(socket, half);
      socket.end();
      return;
    case "truncated_json":
      return await reply(socket, { ...healthy, body: half });
    case "html":
      return await reply(socket, {
        status: 200,
        headers: { "Content-Type": "text/html" },
        body: "<!doctype html><html><head><title>Please wait</title></head><body></body></html>",
      });
    case "slow_body":
      await write(socket, head(healthy));
      await write(socket, half);
      await pause(fault.milliseconds, context);
      await write(socket, body.subarray(half.length));
      return;
    case "late":
      await pause(fault.milliseconds, context);
      return await reply(socket, healthy);
    case "silent":
      await Promise.race([context.closing, new Promise((gone) => socket.once("close", gone))]);
      return;
    case "huge":
      return await replyHuge(socket, fault.bytes);
    case "redirect":
      return await reply(
        socket,
        json(fault.status ?? 302, {}, {
          Location: fault.to === "other_origin"
            ? `${context.otherOrigin}${context.target}`
            : fault.to,
        }),
      );
    case "wrong_content_type":
      return await reply(socket, { ...healthy, headers: { "Content-Type": "text/html" } });
    case "invalid_utf8":
      return await reply(socket, { ...healthy, body: withBadBytes(body) });
    case "gzip":
      return await reply(socket, {
        ...healthy,
        headers: { ...healthy.headers, "Content-Encoding": "gzip" },
        body: gzipSync(body),
      });
    case "echo_key":
      return await reply(
        socket,
        json(fault.status, {
          error: `not for ${context.key} at ${context.otherOrigin}${context.target}`,
          message: `Authorization: Bearer ${context.key}`,
        }, { "X-Echo": context.key ?? "" }),
      );
  }
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): WireResponse {
  return { status, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** Puts bytes that are no UTF-8 into the first text of a JSON body. */
function withBadBytes(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body);
  const start = text.indexOf('":"') + 3;
  return Buffer.concat([
    text.subarray(0, start),
    Buffer.from([0xc3, 0x28, 0xff]),
    text.subarray(start),
  ]);
}

async function pause(milliseconds: number, { closing, socket }: FaultContext): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const gone = Promise.withResolvers<void>();
  socket.once("close", gone.resolve);
  await Promise.race([
    new Promise<void>((resolve) => timer = setTimeout(resolve, milliseconds)),
    closing,
    gone.promise,
  ]);
  clearTimeout(timer);
  socket.off("close", gone.resolve);
}

async function replyHuge(socket: Socket, bytes: number): Promise<void> {
  const chunk = new Uint8Array(1 << 16).fill(0x20);
  const chunks = Math.ceil(bytes / chunk.length);
  await write(socket, head({ status: 200, body: "" }, chunks * chunk.length + 2));
  if (!await write(socket, "{")) return;
  for (let sent = 0; sent < chunks; sent++) {
    if (!await write(socket, chunk)) return;
  }
  await write(socket, "}");
}
