/**
 * One loopback server that speaks all thirteen providers' HTTP over a ranking
 * that the test gives, can be told to fail call by call, and keeps a log.
 *
 * ```ts ignore
 * const server = await startProviderServer({
 *   questions,
 *   rank: (question) => papersOf(question),
 *   faults: ({ provider, nth }) => nth === 1 ? { kind: "reset_within" } : undefined,
 * });
 * // ELICIT_BASE_URL = server.baseUrlFor("elicit")
 * await server.close();
 * ```
 */
import type { Socket } from "node:net";
import type { Candidate, Question } from "../../lib/benchmark/records.ts";
import { type Fault, perform } from "./faults.ts";
import { type Shape, type ShapeRequest, shapes } from "./shapes.ts";
import { listen, reply, type WireRequest, type WireResponse } from "./wire.ts";

export type { Fault } from "./faults.ts";

/** What a test gives. */
export interface ProviderServerOptions {
  questions: readonly Question[];
  /** The ranked papers of a question, best first; years above the request's limit are left out by the server. */
  rank: (question: Question) => readonly Candidate[];
  /** Says what goes wrong with a call; undefined for nothing. */
  faults?: (call: Call) => Fault | undefined;
  /** Address of a paper in web results. @default its PubMed page, else its PMC page, else doi.org */
  webUrl?: (candidate: Candidate) => string;
  /** Which keys are accepted. @default any that is not empty */
  acceptKey?: (key: string) => boolean;
}

/** One request that arrived. */
export interface Call {
  provider: string;
  /** Null where the query is none of the questions'. */
  questionId: string | null;
  /** The query as it was read from the request. */
  query: string;
  /** Page number, from 0. */
  page: number;
  /** How many calls of this question and page there were, with this one: 1 for the first. */
  nth: number;
  /** How many calls there were in all, with this one. */
  sequence: number;
  /** The key that came along, wherever the provider wants it. */
  key: string | null;
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: Headers;
  body: string;
  /** When it arrived, `performance.now()`. */
  at: number;
  /** The fault that was chosen for it. */
  fault: Fault["kind"] | null;
  /** Whether the server is through with it (answered, or its fault carried out). */
  done: boolean;
}

/** A running server. */
export interface ProviderServer extends AsyncDisposable {
  /** Its origin, `http://127.0.0.1:PORT`. */
  url: string;
  /** Value for the provider's base-URL variable. */
  baseUrlFor(provider: string): string;
  /** Every call that arrived, in order; grows while the server runs. */
  calls: Call[];
  /** How many calls of a question (and page) arrived. */
  count(questionId: string, page?: number): number;
  /** Requests that arrived at the other origin, to which `redirect` faults lead: there should be none. */
  strayRequests: WireRequest[];
  close(): Promise<void>;
}

/** Starts the server on a free loopback port. */
export async function startProviderServer(
  options: ProviderServerOptions,
): Promise<ProviderServer> {
  const calls: Call[] = [];
  const counts = new Map<string, number>();
  const strayRequests: WireRequest[] = [];
  const closing = Promise.withResolvers<void>();
  const questionOf = questionFinder(options.questions);

  const stray = await listen(async (request, socket) => {
    strayRequests.push(request);
    await reply(socket, { status: 200, body: "{}" });
  });
  const otherOrigin = `http://127.0.0.1:${stray.port}`;

  const server = await listen(async (request, socket) => {
    const parsed = parse(request);
    if (!parsed) return await reply(socket, answer(404, { error: "no such provider" }));
    const { provider, shape, shapeRequest } = parsed;
    const query = shape.query(shapeRequest);
    const question = questionOf(provider, query);
    const page = shape.page(shapeRequest);
    const id = `${provider} ${question?.question_id ?? query} ${page}`;
    const nth = (counts.get(id) ?? 0) + 1;
    counts.set(id, nth);
    const call: Call = {
      provider,
      questionId: question?.question_id ?? null,
      query,
      page,
      nth,
      sequence: calls.length + 1,
      key: shape.key(shapeRequest),
      method: request.method,
      target: request.target,
      headers: request.headers,
      body: request.body,
      at: performance.now(),
      fault: null,
      done: false,
    };
    calls.push(call);
    const healthy = healthyAnswer(options, shape, shapeRequest, call, question);
    const fault = options.faults?.(call);
    call.fault = fault?.kind ?? null;
    if (fault) {
      await perform(fault, {
        socket,
        healthy,
        badKey: answer(...shape.badKey),
        quota: answer(...shape.quota),
        target: request.target,
        key: call.key,
        otherOrigin,
        closing: closing.promise,
      });
    } else {
      await reply(socket as Socket, healthy);
    }
    call.done = true;
  });

  const close = async () => {
    closing.resolve();
    await Promise.all([server.close(), stray.close()]);
  };
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    baseUrlFor: (provider) => `${url}/${provider}`,
    calls,
    count: (questionId, page) =>
      calls.filter((call) =>
        call.questionId === questionId && (page === undefined || call.page === page)
      ).length,
    strayRequests,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Takes the provider's name off the path: `/elicit/api/v2/…`. */
function parse(
  request: WireRequest,
): { provider: string; shape: Shape; shapeRequest: ShapeRequest } | null {
  const url = new URL(request.target, "http://127.0.0.1");
  const [, provider = "", path = ""] = /^\/([a-z_]+)(\/.*)$/.exec(url.pathname) ?? [];
  const shape = shapes[provider];
  if (!shape) return null;
  const isForm = request.headers.get("content-type")?.startsWith(FORM) ?? false;
  return {
    provider,
    shape,
    shapeRequest: {
      method: request.method,
      path,
      params: isForm ? new URLSearchParams(request.body) : url.searchParams,
      headers: request.headers,
      body: isForm || request.body === "" ? undefined : JSON.parse(request.body),
    },
  };
}

const FORM = "application/x-www-form-urlencoded";
/** Longest request target that is taken, in characters; longer ones get 414, as from real servers. */
const LONGEST_TARGET = 4096;

/** Whether the shape is asked by this method at this path. */
function isAskedRight(shape: Shape, { method, path, headers }: ShapeRequest): boolean {
  if (method === shape.method && shape.path.test(path)) return true;
  return method === "POST" && shape.formPath !== undefined && shape.formPath.test(path) &&
    (headers.get("content-type")?.startsWith(FORM) ?? false);
}

function healthyAnswer(
  options: ProviderServerOptions,
  shape: Shape,
  request: ShapeRequest,
  call: Call,
  question: Question | undefined,
): WireResponse {
  const { acceptKey = (key) => key !== "", rank, webUrl = paperUrl } = options;
  if (call.target.length > LONGEST_TARGET) return answer(414, "<html>URI Too Long</html>");
  if (!isAskedRight(shape, request)) {
    return answer(404, { error: `no ${request.method} ${request.path}` });
  }
  if (call.key === null ? shape.keyRequired : !acceptKey(call.key)) {
    return answer(...shape.badKey);
  }
  const refused = shape.refuse?.(request);
  if (refused) return answer(400, { error: refused });
  if (!question) return answer(400, { error: `no question has the query "${call.query}"` });
  const maxYear = shape.maxYear(request) ?? Infinity;
  const list = rank(question).filter(({ year }) => year === null || year <= maxYear);
  const offset = shape.offset(request);
  const rows = list.slice(offset, offset + shape.limit(request));
  return answer(200, shape.answer({ rows, offset, total: list.length }, request, webUrl));
}

/** Which question a query belongs to: by its text, its frozen query, or its beginning where a provider's limit cut it. */
function questionFinder(questions: readonly Question[]) {
  const byQuery = new Map<string, Question>();
  for (const question of questions) {
    byQuery.set(question.question.trim(), question);
    for (const [provider, { query, request_query }] of Object.entries(question.queries)) {
      byQuery.set(`${provider} ${request_query ?? query}`, question);
    }
  }
  const frozen: Record<string, string> = {
    semantic_scholar: "semantic_scholar",
    openalex_keyword: "openalex_keyword",
    google_scholar: "google_scholar",
    pubmed: "openalex_keyword",
    europe_pmc: "openalex_keyword",
  };
  return (provider: string, query: string): Question | undefined =>
    provider in frozen ? byQuery.get(`${frozen[provider]} ${query}`) : byQuery.get(query.trim()) ??
      (query.length >= 20
        ? questions.find(({ question }) => question.startsWith(query))
        : undefined);
}

function paperUrl({ pmid, pmcid, doi }: Candidate): string {
  if (pmid) return `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`;
  if (pmcid) return `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/`;
  return `https://doi.org/${doi}`;
}

function answer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): WireResponse {
  const html = typeof body === "string";
  return {
    status,
    headers: html ? { "Content-Type": "text/html", ...headers } : headers,
    body: html ? body : JSON.stringify(body),
  };
}
