/**
 * Asks an adapter for the pages of one question and answers them from a
 * script, the way the runner does: what is sent is noted as it would be seen
 * on the wire. For tests of adapters alone; the runner has its own.
 */
import type { Candidate } from "../../lib/benchmark/records.ts";
import { judgeResponse } from "../../lib/providers/failures.ts";
import type { HttpProvider } from "../../lib/providers/provider.ts";
import type {
  Json,
  PageContext,
  PageRequest,
  ProviderResponse,
  Verdict,
} from "../../lib/providers/page.ts";
import { resolveSettings } from "../../lib/providers/settings.ts";
import { FIRST_PAGE } from "../support/first_page.ts";

export const TEST_KEY = "TEST-KEY";

/** A call as it would go out. */
export interface Call {
  method: string;
  url: string;
  params: Record<string, string>;
  headers: Record<string, string>;
  body: Json;
}

/** What came of a question. */
export interface Walked {
  calls: Call[];
  candidates: Candidate[];
  verdict: Verdict | null;
  notices: string[];
  sentQuery: string | undefined;
}

/** A scripted answer: JSON with status 200, or a whole response. */
export type Scripted = Json | { response: Partial<ProviderResponse> };

export function answer(
  json: unknown,
  rest: Partial<ProviderResponse> = {},
): ProviderResponse {
  return {
    status: 200,
    headers: new Headers(),
    text: JSON.stringify(json) ?? "",
    json,
    ...rest,
  };
}

export function firstPage(
  provider: HttpProvider,
  query: string,
  maxYear: number | null = 2014,
  set: Record<string, string> = {},
): PageContext {
  return {
    ...FIRST_PAGE,
    query,
    maxYear,
    settings: resolveSettings(provider, set),
  };
}

/** Walks until the list is complete, a verdict ends it, or the script is used up (an error). */
export function walk(
  provider: HttpProvider,
  first: PageContext,
  script: readonly ProviderResponse[],
): Walked {
  const walked: Walked = {
    calls: [],
    candidates: [],
    verdict: null,
    notices: [],
    sentQuery: undefined,
  };
  let context = first;
  for (;;) {
    walked.calls.push(onTheWire(provider, provider.request(context)));
    const response = script[context.page];
    if (!response) {
      throw new Error(`no answer scripted for page ${context.page}`);
    }
    walked.verdict = judgeResponse(provider, response, context);
    if (walked.verdict) return walked;
    const page = provider.parse(response.json, context);
    walked.candidates.push(...page.candidates);
    walked.notices.push(...page.notices ?? []);
    walked.sentQuery ??= page.sentQuery;
    if (page.next === null) return walked;
    context = {
      ...context,
      page: context.page + 1,
      cursor: page.next,
      collected: walked.candidates.length,
      lastRank: page.lastRank,
    };
  }
}

function onTheWire(provider: HttpProvider, request: PageRequest): Call {
  const params = { ...request.params };
  const headers = { ...request.headers };
  const { place } = provider.key;
  if (place.kind === "header") {
    headers[place.name] = `${place.prefix ?? ""}${TEST_KEY}`;
  }
  if (place.kind === "param") params[place.name] = TEST_KEY;
  return {
    method: request.method,
    url: `${provider.baseUrl.default ?? ""}${request.path}`,
    params,
    headers,
    body: request.body ?? null,
  };
}
