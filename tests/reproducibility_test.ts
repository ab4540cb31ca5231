/**
 * The same bytes everywhere: two checkouts in different folders, time zones,
 * locales, umasks and home folders, one run after the other, make the same
 * outputs, and none of them says when it was made. Two formats of the score by
 * default; REPRODUCIBILITY=all for every one.
 */
import { assert, assertEquals } from "@std/assert";
import { delay } from "@std/async/delay";
import { join } from "@std/path";
import { startNcbiServer } from "./fakes/ncbi_server.ts";
import { type Checkout, makeCheckout, type Surroundings } from "./reproducibility/checkout.ts";

const ALL = Deno.env.get("REPRODUCIBILITY") === "all";
const FORMATS = ALL ? ["table", "markdown", "csv", "latex", "json"] : ["table", "json"];

const SURROUNDINGS: Surroundings[] = [
  { name: "checkout", zone: "UTC", locale: "C", umask: "022" },
  // Turkish for its dotless i, Chatham for its offset of 12:45, the letters for paths.
  {
    name: "another folder, größer $x",
    zone: "Pacific/Chatham",
    locale: "tr_TR.UTF-8",
    umask: "077",
  },
];

/** Outputs by name: what went to stdout, and each file in `runs`. */
type Outputs = Record<string, string>;

/** Runs everything once in one place. */
async function outputsOf(checkout: Checkout, env: Record<string, string>): Promise<Outputs> {
  const outputs: Outputs = {};
  const run = async (script: string, args: readonly string[]) => {
    outputs[`${script} ${args.join(" ")}`] = await checkout.run(script, args, env);
  };
  await run("search.ts", ["local", "--dataset=sample", "--confirm-large-run", "--quiet"]);
  await run("search.ts", ["local", "--dataset=sample", "--dry-run", "--json"]);
  await run("search.ts", [
    "local",
    "--dataset=sample",
    "--output=runs/unstemmed.jsonl",
    "--set=stemming=none",
    "--quiet",
  ]);

  await sameRunTimes(checkout);
  const two = ["--results=runs/local.jsonl", "--results=runs/unstemmed.jsonl"];
  const few = ["--resamples=500", "--seed=7"];
  for (const format of FORMATS) {
    await run("score.ts", ["--dataset=sample", `--format=${format}`, ...few]);
    await run("score.ts", [
      ...["--dataset=sample", ...two, "--pairwise", "--published", ...few],
      ...[`--format=${format}`, `--output=runs/two.${format}.json`],
      `--per-question=runs/two.${format}.rows.jsonl`,
    ]);
  }
  await run("score.ts", [
    ...["--dataset=sample", ...two, "--published", "--report=runs/two.html", ...few],
  ]);
  await run("score.ts", ["--dataset=sample", "--report=runs/one.html", "--quiet", ...few]);
  await run("score.ts", [
    ...["--dataset=sample", "--measures=nDCG@10,AP,RR", "--output=runs/one.json"],
    ...["--per-question=runs/one.rows.jsonl", "--export-run=runs/one.trec"],
    ...["--export-qrels=runs/qrels.txt", ...few],
  ]);

  await run("keyword_queries.ts", ["--dataset=sample"]);
  await run("keyword_queries.ts", ["--dataset=sample", "--summary"]);
  await run("keyword_queries.ts", ["--dataset=sample", "--output=runs/queries.jsonl"]);

  await Deno.writeTextFile(join(checkout.program, "runs/brave.jsonl"), WEB_RUN);
  const resolve = ["--results=runs/brave.jsonl", "--dataset=sample", "--json", "--quiet"];
  await run("resolve_pmcids.ts", [...resolve, "--email=me@example.org"]);
  await run("resolve_pmcids.ts", [...resolve, "--offline", "--output=runs/again.jsonl"]);

  for await (const { name } of Deno.readDir(join(checkout.program, "runs"))) {
    // The cache holds when NCBI answered, and is no output.
    if (name.startsWith("ncbi_cache.")) continue;
    const text = await Deno.readTextFile(join(checkout.program, "runs", name));
    outputs[`runs/${name}`] = name.endsWith(".run.jsonl") ? stablePart(text) : text;
  }
  return outputs;
}

/** A web provider's rows: PMCIDs, one of them late and one unknown. */
const WEB_RUN = [["q1", 2015], ["q2", 2010]].map(([id, year]) =>
  JSON.stringify({
    question_id: id,
    provider: "brave",
    query: "İstanbul'da β-blocker",
    max_year: year,
    candidates: ["PMC11", "PMC12", "PMC13"].map((pmcid, at) => ({
      rank: at + 1,
      provider_id: null,
      pmid: null,
      pmcid,
      doi: null,
      title: `I and i, ${pmcid}`,
      year: null,
    })),
  }) + "\n"
).join("");

/** A report tells when its runs were made, out of their records: here both were made at one time. */
async function sameRunTimes({ program }: Checkout): Promise<void> {
  for (const name of ["local", "unstemmed"]) {
    const path = join(program, `runs/${name}.run.jsonl`);
    const text = await Deno.readTextFile(path);
    const time = '"time":"2020-01-01T00:00:00.000Z"';
    const changed = text.replaceAll(/"time":"[^"]+"/g, time);
    assert(changed !== text);
    await Deno.writeTextFile(path, changed);
  }
}

/** A run record without its times and without where the checkout lies. */
function stablePart(text: string): string {
  return text.split("\n").filter((line) => line !== "").map((line) => {
    const { time, input, ...rest } = JSON.parse(line);
    assert(!Number.isNaN(Date.parse(time)), "a record has a time");
    return JSON.stringify({ ...rest, ...(input && { sha256: input.sha256 }) });
  }).join("\n");
}

Deno.test("two checkouts in different surroundings make the same bytes", async () => {
  const folder = await Deno.makeTempDir({ prefix: "reproducibility_" });
  try {
    await using server = startNcbiServer({
      pmc: { PMC11: { pmid: 111 }, PMC12: { pmid: 112 } },
      summaries: { 111: { pubdate: "2009 Dec" }, 112: { pubdate: "2014 Jan 1" } },
    });
    const [first, second] = await Promise.all(
      SURROUNDINGS.map((around) => makeCheckout(folder, around)),
    );
    const began = new Date();
    const one = await outputsOf(first!, server.env);
    // So that a clock with seconds would show.
    await delay(Math.max(0, 1100 - (Date.now() - began.getTime())));
    const two = await outputsOf(second!, server.env);

    assertEquals(Object.keys(two).toSorted(), Object.keys(one).toSorted());
    assert(Object.keys(one).length > 20, String(Object.keys(one)));
    for (const [name, text] of Object.entries(one)) {
      assertEquals(two[name], text, name);
      if (!/dry-run|keyword_queries.* --output/.test(name)) assert(text !== "", name);
      for (const today of [began, new Date()].flatMap(spellings)) {
        assert(!text.includes(today), `${name} says ${today}`);
      }
      assert(!text.includes(folder), `${name} says where it was made`);
    }
    assertEquals(
      one["runs/local.jsonl"],
      await Deno.readTextFile(new URL("../data/sample/results.jsonl", import.meta.url)),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** How today could be written. */
function spellings(date: Date): string[] {
  const iso = date.toISOString().slice(0, 10);
  const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(date);
  return [iso, iso.replaceAll("-", ""), iso.replaceAll("-", "/"), long, date.toDateString()];
}
