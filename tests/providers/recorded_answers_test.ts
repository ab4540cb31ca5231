/** The parsers read what the real services once answered (data outside this repository; ignored where absent). */
import { assert, assertEquals } from "@std/assert";
import { brave } from "../../lib/providers/brave.ts";
import { judgeResponse } from "../../lib/providers/failures.ts";
import { openalex_keyword } from "../../lib/providers/openalex_keyword.ts";
import type { HttpProvider } from "../../lib/providers/provider.ts";
import type { Page } from "../../lib/providers/page.ts";
import { pubmed } from "../../lib/providers/pubmed.ts";
import { semantic_scholar } from "../../lib/providers/semantic_scholar.ts";
import { answer, firstPage } from "./walk.ts";

const samples = new URL("../../../shared/real/api_samples/", import.meta.url);
const ignore = !await Deno.stat(samples).then(() => true, () => false);

async function recorded(path: string): Promise<unknown> {
  return JSON.parse(await Deno.readTextFile(new URL(path, samples)));
}

async function parsed(provider: HttpProvider, path: string): Promise<Page> {
  const json = await recorded(path);
  const context = firstPage(provider, "q");
  assertEquals(judgeResponse(provider, answer(json), context), null);
  return provider.parse(json, context);
}

Deno.test({ name: "Semantic Scholar: recorded searches", ignore }, async () => {
  const found = await parsed(
    semantic_scholar,
    "findpapers/semanticscholar/relevance_search_response.json",
  );
  assertEquals([found.candidates.length, found.next], [50, 50]);
  assertEquals(found.candidates[0]!.doi, "10.1109/SOLI54607.2021.9672398");
  const folder = "semantic_scholar/semanticscholar.";
  const empty = await parsed(semantic_scholar, `${folder}test_empty_paginated_results.0.json`);
  assertEquals([empty.candidates, empty.next], [[], null]);
  const titles = await parsed(semantic_scholar, `${folder}test_search_paper.0.json`);
  assertEquals([titles.candidates.length, titles.next], [100, 100]);
  const nothing = await parsed(
    semantic_scholar,
    "semantic_scholar/paper-qa.test_s2_title_search_empty_data.0.json",
  );
  assertEquals(nothing.candidates, []);
});

Deno.test(
  { name: "OpenAlex: recorded searches; ids are URLs and come without prefix", ignore },
  async () => {
    const { candidates } = await parsed(
      openalex_keyword,
      "findpapers/openalex/sample_response.json",
    );
    assertEquals(candidates.length, 50);
    assertEquals(candidates[0]!.doi, "10.3126/nelta.v27i1-2.53203");
    assert(candidates.some(({ pmid }) => pmid !== null));
    for (const { pmid, doi, provider_id } of candidates) {
      assert(pmid === null || /^\d+$/.test(pmid), `pmid ${pmid}`);
      assert(doi === null || doi.startsWith("10."), `doi ${doi}`);
      assert(/^https:\/\/openalex\.org\/W\d+$/.test(provider_id!));
    }
  },
);

Deno.test({ name: "OpenAlex and Semantic Scholar: recorded errors", ignore }, async () => {
  const judged = async (provider: HttpProvider, path: string, status: number) =>
    judgeResponse(provider, answer(await recorded(path), { status }), firstPage(provider, "q"))
      ?.class;
  assertEquals(
    await judged(
      openalex_keyword,
      "openalex/openalexPro.pro_rate_limit_status_401.0.json",
      401,
    ),
    "stop",
  );
  assertEquals(
    await judged(
      openalex_keyword,
      "openalex/openalexPro.pro_request_search_biodiversity_AND_fiance_count.1.json",
      400,
    ),
    "terminal",
  );
  assertEquals(
    await judged(
      semantic_scholar,
      "semantic_scholar/semanticscholar.test_bad_query_parameters.0.json",
      400,
    ),
    "terminal",
  );
});

Deno.test({ name: "PubMed: a recorded esearch", ignore }, async () => {
  const { candidates, next } = await parsed(pubmed, "findpapers/pubmed/esearch_response.json");
  assertEquals([candidates.length, next], [50, null]);
  assertEquals(candidates[0]!.pmid, "36006759");
});

Deno.test({ name: "Brave: a recorded web search", ignore }, async () => {
  const { candidates, next } = await parsed(brave, "brave/web_search_brave_search_query.json");
  assert(candidates.length > 0);
  assertEquals(next, 1);
  assert(candidates.every(({ url, title }) => url?.startsWith("https://") && title));
});
