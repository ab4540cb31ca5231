/**
 * HTTP/1.1 by hand over TCP, so that a test server can do what no HTTP library
 * lets it: reset a connection in the middle of a body, lie about lengths.
 */
import { Buffer } from "node:buffer";
import { createServer, type Server, type Socket } from "node:net";

/** A request as it arrived. */
export interface WireRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: Headers;
  body: string;
}

/** An answer; the length header is added where none is given. */
export interface WireResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** Takes requests from a connection one after another; the handler's promise ends before the next is read. */
export type Handler = (request: WireRequest, socket: Socket) => Promise<void>;

/** A listening server that can be closed with all its connections. */
export interface WireServer {
  port: number;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function listen(handler: Handler): Promise<WireServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that goes away is what some tests are about.
    socket.on("error", () => {});
    serve(socket, handler);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function serve(socket: Socket, handler: Handler): void {
  let received: Buffer = Buffer.alloc(0);
  let busy = false;
  const next = async () => {
    if (busy) return;
    const found = takeRequest(received);
    if (!found) return;
    received = found.rest;
    busy = true;
    try {
      await handler(found.request, socket);
    } catch {
      // A request that the server cannot read: the connection ends without an answer.
      socket.destroy();
    } finally {
      busy = false;
    }
    if (!socket.destroyed) void next();
  };
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    void next();
  });
}

function takeRequest(received: Buffer): { request: WireRequest; rest: Buffer } | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first = "", ...lines] = received.subarray(0, end).toString("latin1").split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const start = end + 4;
  const length = Number(headers.get("content-length") ?? 0);
  if (received.length < start + length) return null;
  const [method = "", target = ""] = first.split(" ");
  return {
    request: {
      method,
      target,
      headers,
      body: received.subarray(start, start + length).toString("utf8"),
    },
    rest: received.subarray(start + length),
  };
}

/** The head of an answer. `length` may differ from what is sent. */
export function head(response: WireResponse, length = bytesOf(response.body).length): string {
  const headers = { "Content-Type": "application/json", ...response.headers };
  return `HTTP/1.1 ${response.status} Fake\r\n` +
    Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("") +
    `Content-Length: ${length}\r\n\r\n`;
}

/** Sends a whole answer. */
export async function reply(socket: Socket, response: WireResponse): Promise<void> {
  const body = bytesOf(response.body);
  await write(socket, Buffer.concat([Buffer.from(head(response, body.length)), body]));
}

/** Writes and waits until the bytes are handed over; false where the client is gone. */
export function write(socket: Socket, bytes: string | Uint8Array): Promise<boolean> {
  if (socket.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    socket.once("close", gone);
    socket.write(bytes, (error) => {
      socket.off("close", gone);
      resolve(!error);
    });
  });
}

/** A body as bytes. */
export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}
