import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { openalex_keyword } from "../../lib/providers/openalex_keyword.ts";
import { openalex_semantic } from "../../lib/providers/openalex_semantic.ts";
import { answer, firstPage, walk } from "./walk.ts";

const first = firstPage(openalex_keyword, "q");

function limited(headers: Record<string, string>) {
  return walk(openalex_keyword, first, [
    answer({ error: "Too many requests" }, { status: 429, headers: new Headers(headers) }),
  ]).verdict!;
}

Deno.test("a 429 with no budget left stops the run; a burst is retried", () => {
  const stopped = limited({ "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "54000" });
  assertEquals(stopped.class, "stop");
  assertStringIncludes(stopped.message, "refilled in 54000 s");
  assertEquals(limited({ "X-RateLimit-Remaining-USD": "0" }).class, "stop");
  assertEquals(limited({ "X-RateLimit-Remaining": "7" }).class, "retry");
  assertEquals(limited({ "X-RateLimit-Remaining": "" }).class, "retry");
  assertEquals(limited({}).class, "retry");
});

Deno.test("403 is documented as 'slow down'; any other 403 stops", () => {
  const judged = (error: string) =>
    walk(openalex_keyword, first, [answer({ error }, { status: 403 })]).verdict?.class;
  assertEquals(judged("Please slow down"), "retry");
  assertEquals(judged("Too many requests"), "retry");
  assertEquals(judged("rate limit"), "retry");
  for (const other of ["Forbidden", "API key was migrated", "Slowakia is not corporate"]) {
    assertEquals(judged(other), "stop", other);
  }
});

Deno.test("a query whose URL OpenAlex would refuse is not sent", () => {
  const word = "α".repeat(400);
  assertThrows(
    () => openalex_keyword.request(firstPage(openalex_keyword, `${word} ${word}`)),
    Error,
    "above its limit of 4094; shorten the query",
  );
  openalex_keyword.request(firstPage(openalex_keyword, word));
});

Deno.test("a question without a year limit has no filter", () => {
  const { params } = openalex_semantic.request(firstPage(openalex_semantic, "q", null));
  assertEquals(Object.keys(params!), ["search.semantic", "select", "per_page"]);
});

Deno.test("a cursor that stands still, or an empty page, ends the list", () => {
  const work = { id: "W1", title: "T", ids: {} };
  const still = walk(openalex_keyword, first, [
    answer({ meta: { next_cursor: "c" }, results: [work] }),
    answer({ meta: { next_cursor: "c" }, results: [work] }),
  ]);
  assertEquals(still.calls.length, 2);
  const empty = walk(openalex_keyword, first, [
    answer({ meta: { next_cursor: "c" }, results: [] }),
  ]);
  assertEquals(empty.calls.length, 1);
});
