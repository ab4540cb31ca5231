/** What the search providers answer, and the requests made of wild queries. */
import type { Candidate } from "../../../lib/benchmark/records.ts";
import { loadGold } from "../../../lib/benchmark/gold_set.ts";
import { scoreRun } from "../../../lib/benchmark/score_run.ts";
import { judgeResponse } from "../../../lib/providers/failures.ts";
import type { HttpProvider } from "../../../lib/providers/provider.ts";
import {
  type Json,
  MalformedResponse,
  type Page,
  type PageContext,
} from "../../../lib/providers/page.ts";
import { providers } from "../../../lib/providers/registry.ts";
import { resolveSettings } from "../../../lib/providers/settings.ts";
import { toHttpRequest } from "../../../lib/runner/page_url.ts";
import type { ShapeRequest } from "../../fakes/shape.ts";
import { shapes } from "../../fakes/shapes.ts";
import { FIRST_PAGE } from "../../support/first_page.ts";
import type { Random } from "../../support/random.ts";
import { mutateBytes } from "../mutate_bytes.ts";
import { mutateJson } from "../mutate_json.ts";
import { naiveScore } from "../naive_score.ts";
import { accepted, type Outcome, same, type Target, target, Violation } from "../target.ts";

interface Answer {
  status: number;
  text: string;
  context: PageContext;
}

const http = providers.filter((provider) => provider.kind === "http");
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const papers: readonly Candidate[] = [1, 2, 3, 4].map((n) => ({
  rank: n,
  provider_id: `p${n}`,
  pmid: String(23193280 + n),
  doi: `10.1093/nar/gks119${n}`,
  title: `Trial of naïve β-blockers, part ${n}`,
  year: 2000 + n,
  pmcid: `PMC353119${n}`,
}));

/** Gold that the papers above and their neighbours match in every tier. */
const gold = [
  { pmid: "23193281", doi: null, title: null },
  { pmid: "1", doi: "10.1093/NAR/gks1192", title: null },
  { pmid: "2", doi: null, title: "Trial of naive β-blockers part 3" },
  { pmid: "3", doi: null, title: "TRIAL OF NAÏVE Β-BLOCKERS, PART 3." },
];

function healthy(provider: HttpProvider): unknown {
  const request: ShapeRequest = {
    method: "GET",
    path: "",
    params: new URLSearchParams({ cursor: "*" }),
    headers: new Headers(),
    body: {},
  };
  return shapes[provider.name]!.answer(
    { rows: papers, offset: 0, total: 300 },
    request,
    ({ pmid, doi }) =>
      Number(pmid) % 2 ? `https://doi.org/${doi}` : `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
  );
}

function firstPage(provider: HttpProvider): PageContext {
  return {
    ...FIRST_PAGE,
    query: "Which β-blockers help?",
    maxYear: 2014,
    settings: resolveSettings(provider, provider.name === "opensearch" ? { index: "papers" } : {}),
  };
}

/** The context after some pages, where there can be any. */
function laterPage(random: Random, provider: HttpProvider): PageContext {
  const first = firstPage(provider);
  const { next } = provider.parse(healthy(provider), first);
  if (next === null || provider.callsPerQuestion < 2 || random.chance(0.6)) return first;
  // As much as so many pages can have brought at the most.
  const pageSize = Math.ceil(provider.depth / provider.callsPerQuestion);
  const page = 1 + random.below(provider.callsPerQuestion - 1);
  const lastRank = random.below(page * pageSize + 1);
  return { ...first, page, cursor: next, collected: random.below(lastRank + 1), lastRank };
}

function makeAnswer(random: Random, provider: HttpProvider): Answer {
  const json = random.chance(0.9) ? mutateJson(random, healthy(provider)) : healthy(provider);
  const bytes = encoder.encode(JSON.stringify(json) ?? "");
  return {
    status: random.chance(0.85)
      ? 200
      : random.pick([201, 204, 301, 400, 401, 402, 403, 404, 422, 429, 432, 500, 503]),
    text: decoder.decode(random.chance(0.3) ? mutateBytes(random, bytes) : bytes),
    context: laterPage(random, provider),
  };
}

async function checkAnswer(provider: HttpProvider, answer: Answer): Promise<Outcome> {
  const { status, text, context } = answer;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const response = { status, headers: new Headers(), text, json };
  const verdict = judgeResponse(provider, response, context);
  if (verdict) {
    if (!["retry", "stop", "terminal", "end"].includes(verdict.class)) {
      throw new Violation(`verdict ${verdict.class}`);
    }
    if (typeof verdict.message !== "string" || /[\r\n]/.test(verdict.message)) {
      throw new Violation(`the message is not one line: ${verdict.message}`);
    }
    return "refused";
  }
  if (status < 200 || status > 299) throw new Violation(`HTTP ${status} passes for an answer`);
  const read = await accepted(
    () => provider.parse(json, context),
    (error) => error instanceof MalformedResponse,
  );
  if ("error" in read) return "refused";
  checkPage(provider, read.value, context);
  await scoresAlike(read.value.candidates);
  return "accepted";
}

function checkPage(provider: HttpProvider, page: Page, context: PageContext): void {
  let last = context.lastRank;
  for (const candidate of page.candidates) {
    if (!Number.isSafeInteger(candidate.rank) || candidate.rank <= last) {
      throw new Violation(`rank ${candidate.rank} follows rank ${last}`);
    }
    last = candidate.rank;
    for (const field of ["provider_id", "pmid", "doi", "title", "pmcid", "url"] as const) {
      const value: unknown = candidate[field] ?? null;
      if (value !== null && (typeof value !== "string" || value === "")) {
        throw new Violation(`${field} ${JSON.stringify(value)}`);
      }
    }
    const { year } = candidate;
    if (year !== null && !Number.isSafeInteger(year)) throw new Violation(`year ${year}`);
  }
  if (!(page.lastRank >= last)) throw new Violation(`lastRank ${page.lastRank} is below ${last}`);
  if (context.collected + page.candidates.length > Math.max(provider.depth, context.collected)) {
    throw new Violation(`more than ${provider.depth} candidates`);
  }
  same(JSON.parse(JSON.stringify(page.next)), page.next, "the cursor");
}

/** What was read is written, read again and scored along both paths. */
async function scoresAlike(candidates: readonly Candidate[]): Promise<void> {
  const source = (name: string, value: unknown) => ({
    name,
    bytes: encoder.encode(JSON.stringify(value) + "\n"),
  });
  const row = { question_id: "q", provider: "p", query: "", max_year: null, candidates };
  const set = await loadGold([source("questions", { question_id: "q", gold })]);
  const { matches } = await scoreRun(set, [source("results", row)]);
  const naive = naiveScore([{ id: "q", gold }], [{ id: "q", candidates: [...candidates] }], [200]);
  same(
    Object.fromEntries(
      matches.at(0)!.map(({ pmid, rank, tier }) => [pmid, [rank, tier]]),
    ),
    naive.matches[0],
    "the matches",
  );
}

interface Asked {
  provider: string;
  context: PageContext;
}

const queries: Target = target<Asked>({
  name: "requests of wild queries",
  weight: 4,
  make: (random) => {
    const provider = random.pick(http);
    const context = laterPage(random, provider);
    const query = decoder.decode(mutateBytes(random, encoder.encode('"β-blocker" AND (trial)')));
    const wild = random.chance(0.1)
      ? `${query}\ud800${query.repeat(1 + random.below(200))}`
      : query;
    const cursor = random.chance(0.1) ? mutateJson(random, context.cursor) as Json : context.cursor;
    const maxYear = random.pick([2014, null, -1, 0, 9_999_999]);
    return { provider: provider.name, context: { ...context, query: wild, cursor, maxYear } };
  },
  check: async ({ provider: name, context }) => {
    const provider = http.find((each) => each.name === name)!;
    const made = await accepted(() => {
      const page = provider.request(context);
      return toHttpRequest(page, {
        provider,
        baseUrl: new URL(provider.baseUrl.default ?? "http://127.0.0.1:9200"),
        key: "k",
        authHeaders: {},
      });
    }, () => true);
    if ("error" in made) return "refused";
    const { url, headers, body, method } = made.value;
    // The query never becomes part of the path, the host or a header.
    if (url.origin !== new URL(provider.baseUrl.default ?? "http://127.0.0.1:9200").origin) {
      throw new Violation(`leads to ${url.origin}`);
    }
    new Request(url, { method, headers: headers ?? {}, ...(body === undefined ? {} : { body }) });
    return "accepted";
  },
});

/** One target a provider, and one for requests. */
export const providerBodies: readonly Target[] = [
  ...http.map((provider) =>
    target<Answer>({
      name: `answers of ${provider.name}`,
      weight: 3,
      make: (random) => makeAnswer(random, provider),
      check: (answer) => checkAnswer(provider, answer),
    })
  ),
  queries,
];
