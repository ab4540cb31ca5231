/**
 * Whatever JSON a provider answers, an adapter reads it into valid candidates
 * or says that it is malformed; and judging never throws.
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Candidate } from "../../lib/benchmark/records.ts";
import { judgeResponse } from "../../lib/providers/failures.ts";
import type { HttpProvider } from "../../lib/providers/provider.ts";
import { MalformedResponse, type Page, type PageContext } from "../../lib/providers/page.ts";
import { providers } from "../../lib/providers/registry.ts";
import { shapes } from "../fakes/shapes.ts";
import { answer, firstPage } from "./walk.ts";

const http = providers.filter((provider) => provider.kind === "http");

const papers: Candidate[] = [1, 2, 3].map((n) => ({
  rank: n,
  provider_id: null,
  pmid: String(n),
  doi: `10.1234/p${n}`,
  title: `Paper ${n}`,
  year: 2000 + n,
}));

/** A healthy answer, to be spoilt. */
function healthy(provider: HttpProvider, rows = papers): unknown {
  const request = {
    method: "GET",
    path: "",
    params: new URLSearchParams({ cursor: "*" }),
    headers: new Headers(),
    body: {},
  };
  return shapes[provider.name]!.answer(
    { rows, offset: 0, total: 300 },
    request,
    ({ pmid }) => `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
  );
}

/** Every place in a JSON value. */
function places(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [at];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [
    at,
    ...[...keys].flatMap((key) => {
      return places((value as Record<string, unknown>)[key], [...at, key]);
    }),
  ];
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

function assertValid(page: Page, context: PageContext, provider: HttpProvider) {
  let last = context.lastRank;
  for (const candidate of page.candidates) {
    assert(Number.isSafeInteger(candidate.rank) && candidate.rank > last, "ranks increase");
    last = candidate.rank;
    for (const field of ["provider_id", "pmid", "doi", "title", "pmcid", "url"] as const) {
      const value = candidate[field] ?? null;
      assert(value === null || (typeof value === "string" && value !== ""), `${field}: ${value}`);
    }
    assert(candidate.year === null || Number.isSafeInteger(candidate.year), "year");
  }
  assert(page.lastRank >= last, "lastRank covers the ranks");
  assert(context.collected + page.candidates.length <= provider.depth, "not above the depth");
  assertEquals(JSON.parse(JSON.stringify(page.next)), page.next);
  for (const notice of page.notices ?? []) assertEquals(typeof notice, "string");
}

const odd = fc.oneof(
  fc.constantFrom(undefined, null, "", " ", 0, -1, 1.5, 1e300, 2 ** 53, true, [], {}, [[]], [null]),
  fc.string({ unit: "binary" }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

for (const provider of http) {
  const context = firstPage(
    provider,
    "a question",
    2014,
    provider.name === "opensearch" ? { index: "papers" } : {},
  );
  const read = (json: unknown) => {
    judgeResponse(provider, answer(json), context);
    for (const status of [400, 403, 429, 503]) {
      assert(judgeResponse(provider, answer(json, { status }), context));
    }
    try {
      assertValid(provider.parse(json, context), context, provider);
    } catch (error) {
      if (!(error instanceof MalformedResponse)) throw error;
    }
  };

  Deno.test(`${provider.name}: more rows than asked for are cut to its depth`, () => {
    const many = Array.from({ length: 500 }, (_, n) => ({ ...papers[0]!, pmid: String(n + 1) }));
    assertValid(provider.parse(healthy(provider, many), context), context, provider);
  });

  Deno.test(`${provider.name}: any JSON is read or called malformed`, () => {
    fc.assert(fc.property(odd, read), { numRuns: 300 });
  });

  Deno.test(`${provider.name}: a healthy answer with up to three spoilt places is read or called malformed`, () => {
    const good = healthy(provider);
    const spoilt = fc.array(
      fc.tuple(fc.constantFrom(...places(good)), odd),
      { minLength: 1, maxLength: 3 },
    ).map((changes) =>
      changes.reduce((json, [place, value]) => {
        try {
          return replaced(json, place, value);
        } catch {
          return json; // An earlier change took the place away.
        }
      }, good)
    );
    read(good);
    fc.assert(fc.property(spoilt, read), { numRuns: 500 });
  });
}
