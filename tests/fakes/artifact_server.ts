/**
 * A loopback HTTP server for frozen files, with ranges, validators and scripted
 * faults. It speaks HTTP over plain TCP, because a real HTTP server does not let
 * itself be told after which byte to hang up.
 */

/** What goes wrong with one request. */
export type Fault =
  /** Hangs up after this many bytes of the body. */
  | { kind: "break"; after: number }
  /** Sends this many bytes of the body (none, not even the head, for -1) and then nothing; the connection stays open. */
  | { kind: "stall"; after: number }
  /** Another status, with a short text as body. */
  | { kind: "status"; status: number; headers?: Record<string, string> }
  /** Other bytes than the file's, served properly. */
  | { kind: "bytes"; bytes: Uint8Array; headers?: Record<string, string> }
  /** Sends the whole file although a part was asked for. */
  | { kind: "whole" }
  /** Answers a range with another range than the one that was asked for. */
  | { kind: "wrong_range" };

/** How the server behaves when nothing goes wrong. */
export interface Behaviour {
  /** Whether Range is understood. @default true */
  ranges: boolean;
  /** `strong` and `weak` ETags, a Last-Modified date, or nothing. @default "strong" */
  validator: "strong" | "weak" | "date" | "none";
  /** Whether Content-Length is sent; without it the end of the connection is the end. @default true */
  length: boolean;
}

/** A request as it arrived. */
export interface SeenRequest {
  path: string;
  headers: Headers;
}

const DATE = "Mon, 02 Mar 2026 10:00:00 GMT";

/** The server; dispose of it (`await using`) to close it and every connection. */
export class ArtifactServer implements AsyncDisposable {
  /** Every request, in order. */
  readonly requests: SeenRequest[] = [];
  readonly behaviour: Behaviour;
  readonly #files = new Map<string, Uint8Array>();
  /** ETags, made once a file. */
  readonly #tags = new WeakMap<Uint8Array, string>();
  readonly #faults = new Map<string, Fault[]>();
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #connections = new Set<Deno.TcpConn>();
  readonly #done: Promise<void>;

  /** @param files Path below the base URL, e.g. `data/bioasq.jsonl`, to content. */
  constructor(files: Record<string, Uint8Array>, behaviour: Partial<Behaviour> = {}) {
    this.behaviour = { ranges: true, validator: "strong", length: true, ...behaviour };
    for (const [path, bytes] of Object.entries(files)) this.put(path, bytes);
    this.#done = this.#accept();
  }

  /** For the `baseUrl` option or ARTIFACT_BASE_URL; with an empty folder name before the paths. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  get port(): number {
    return (this.#listener.addr as Deno.NetAddr).port;
  }

  /** Adds or changes a file. */
  put(path: string, bytes: Uint8Array): void {
    this.#files.set(`/${path}`, bytes);
  }

  /** Lets the next requests for a path go wrong, one fault each. */
  fail(path: string, ...faults: Fault[]): void {
    this.#faults.set(`/${path}`, [...this.#faults.get(`/${path}`) ?? [], ...faults]);
  }

  /** The Range headers of all requests so far, null where there was none. */
  get ranges(): (string | null)[] {
    return this.requests.map(({ headers }) => headers.get("range"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const connection of this.#connections) close(connection);
    await this.#done;
  }

  async #accept(): Promise<void> {
    const served: Promise<void>[] = [];
    for await (const connection of this.#listener) {
      this.#connections.add(connection);
      // A client that hangs up, or our own disposal, ends a connection at any point.
      served.push(
        this.#serve(connection).catch(() => {}).finally(() => {
          close(connection);
          this.#connections.delete(connection);
        }),
      );
    }
    await Promise.all(served);
  }

  async #serve(connection: Deno.TcpConn): Promise<void> {
    const request = await readRequest(connection);
    if (request === null) return;
    this.requests.push(request);
    const fault = this.#faults.get(request.path)?.shift();
    if (fault?.kind === "stall" && fault.after < 0) return await untilClosed(connection);
    const { status, headers, body } = this.#answer(request, fault);
    const head = [`HTTP/1.1 ${status} Fake`, "Connection: close"];
    if (this.behaviour.length) head.push(`Content-Length: ${body.length}`);
    headers.forEach((value, name) => head.push(`${name}: ${value}`));
    await writeAll(connection, new TextEncoder().encode(head.join("\r\n") + "\r\n\r\n"));
    const cut = fault?.kind === "break" || fault?.kind === "stall" ? fault.after : body.length;
    await writeAll(connection, body.subarray(0, cut));
    if (fault?.kind === "stall") await untilClosed(connection);
  }

  #answer({ path, headers: asked }: SeenRequest, fault: Fault | undefined): {
    status: number;
    headers: Headers;
    body: Uint8Array;
  } {
    if (fault?.kind === "status") {
      const body = new TextEncoder().encode(`status ${fault.status}\n`);
      return { status: fault.status, headers: new Headers(fault.headers), body };
    }
    const file = fault?.kind === "bytes" ? fault.bytes : this.#files.get(path);
    if (file === undefined) return { status: 404, headers: new Headers(), body: new Uint8Array() };
    const headers = new Headers(fault?.kind === "bytes" ? fault.headers ?? {} : {});
    const validator = this.#validator(file);
    if (validator !== null) {
      headers.set(this.behaviour.validator === "date" ? "Last-Modified" : "ETag", validator);
    }
    const from = asked.get("range")?.match(/^bytes=(\d+)-$/)?.[1];
    const fresh = asked.get("if-range") === validator && this.behaviour.validator !== "weak";
    if (from === undefined || !fresh || !this.behaviour.ranges || fault?.kind === "whole") {
      return { status: 200, headers, body: file };
    }
    const start = fault?.kind === "wrong_range" ? Number(from) + 1 : Number(from);
    if (start >= file.length) {
      headers.set("Content-Range", `bytes */${file.length}`);
      return { status: 416, headers, body: new Uint8Array() };
    }
    headers.set("Content-Range", `bytes ${start}-${file.length - 1}/${file.length}`);
    return { status: 206, headers, body: file.subarray(start) };
  }

  #validator(file: Uint8Array): string | null {
    const tag = this.#tags.get(file) ?? tagOf(file);
    this.#tags.set(file, tag);
    switch (this.behaviour.validator) {
      case "strong":
        return tag;
      case "weak":
        return `W/${tag}`;
      case "date":
        return DATE;
      case "none":
        return null;
    }
  }
}

/** Another content has another tag. */
function tagOf(file: Uint8Array): string {
  return `"${file.length}-${file.reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7)}"`;
}

async function readRequest(connection: Deno.TcpConn): Promise<SeenRequest | null> {
  let text = "";
  const buffer = new Uint8Array(4096);
  while (!text.includes("\r\n\r\n")) {
    const n = await connection.read(buffer);
    if (n === null) return null;
    text += new TextDecoder().decode(buffer.subarray(0, n));
  }
  const [first = "", ...lines] = text.split("\r\n\r\n")[0]!.split("\r\n");
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
  );
  return { path: decodeURIComponent(first.split(" ")[1] ?? ""), headers };
}

async function untilClosed(connection: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(64);
  while (await connection.read(buffer) !== null);
}

async function writeAll(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

function close(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It is closed already.
  }
}
