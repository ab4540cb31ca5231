/** Figures that are none, or are only ceilings, in every place where score.ts prints them. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runScript, TempFolder } from "./support/run_script.ts";

const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const question = (id: string, pmid: string) => ({
  question_id: id,
  question: id,
  gold: [{ pmid }],
});
const row = (provider: string, id: string, ...pmids: string[]) => ({
  question_id: id,
  provider,
  candidates: pmids.map((pmid, at) => ({ rank: at + 1, pmid })),
});

/** Three questions; a run that lacks the third, and one of a provider that gives 20 results at the most. */
async function someRuns() {
  const folder = await TempFolder.create();
  const input = await folder.write(
    "q.jsonl",
    lines(question("a", "1"), question("b", "2"), question("c", "3")),
  );
  const mine = await folder.write(
    "mine.jsonl",
    lines(row("mine", "a", "9", "1"), row("mine", "b")),
  );
  const shallow = await folder.write(
    "shallow.jsonl",
    lines(row("consensus", "a", "1"), row("consensus", "b", "2"), row("consensus", "c", "8")),
  );
  const print = async (...args: string[]) => {
    const { code, stdout, stderr } = await runScript("score.ts", ["--input", input, ...args]);
    assertEquals([code, stderr], [0, ""]);
    return stdout;
  };
  return { folder, mine, shallow, print };
}

/** CSV as objects; fields with commas are quoted there, and none of these has one. */
function csvRows(text: string): Record<string, string>[] {
  assert(!text.includes('"'), text);
  const [head, ...rows] = text.trimEnd().split("\n").map((line) => line.split(","));
  return rows.map((cells) => Object.fromEntries(head!.map((name, at) => [name, cells[at]!])));
}

Deno.test("CSV has no figure, bound, p or count deeper than a provider goes", async () => {
  const { folder, mine, shallow, print } = await someRuns();
  await using _ = folder;
  const csv = await print(
    ...["--results", mine, "--results", shallow, "--measures", "R@30,P@50", "--format", "csv"],
  );
  const rows = csvRows(csv.replaceAll(/"(PMID[^"]*)"/g, (_, note) => note.replaceAll(",", "")));
  const deep = rows.filter(({ kind, run, measure }) =>
    (kind === "difference" || run === "consensus") && Number(measure!.split("@")[1]) > 20
  );
  assertEquals(
    [...new Set(deep.map(({ kind }) => kind))].sort(),
    ["difference", "macro_recall", "measure", "micro_recall", "sensitivity"],
  );
  for (const { value, low, high, p, p_holm, won, tied, lost, note } of deep) {
    assertEquals([value, low, high, p, p_holm, won, tied, lost].join(""), "");
    assertMatch(note!, /deeper than the provider goes$/);
  }
});

Deno.test("CSV has no bounds where there is no interval, and says all there is to say", async () => {
  const { folder, print } = await someRuns();
  await using _ = folder;
  const found = await folder.write("found.jsonl", lines(row("x", "a", "1")));
  const lost = await folder.write("lost.jsonl", lines(row("y", "a")));
  const rows = csvRows(
    await print("--results", found, "--results", lost, "--format", "csv").then((text) =>
      text.split("\n").filter((line) => !line.startsWith("sensitivity")).join("\n")
    ),
  );
  const one = rows.find(({ kind, run }) => kind === "macro_recall" && run === "x")!;
  assertEquals([one.value, one.low, one.high], ["1", "", ""]);
  assertEquals(one.note, "one question; deeper than the longest list");
  const difference = rows.find(({ kind }) => kind === "difference")!;
  assertEquals([difference.value, difference.low, difference.high], ["-1", "", ""]);
  assertEquals(difference.note, "one question; deeper than the longest list");
});

Deno.test("a recall deeper than the longest list is marked wherever it stands, and the mark explained", async () => {
  const { folder, mine, shallow, print } = await someRuns();
  await using _ = folder;
  const one = ["--results", shallow, "--measures", "R@15,AP"];
  const table = await print(...one);
  assertMatch(
    table,
    /\nR@15 +0\.6667\*\nAP +0\.6667\n\* deeper than the longest list: [^\n]*\n$/,
  );
  const markdown = await print(...one, "--format", "markdown");
  assertEquals(markdown.match(/\n\n\\\* deeper than the longest list/g)?.length, 2);
  const latex = await print(...one, "--format", "latex");
  assertEquals(latex.match(/\n% \* deeper than the longest list/g)?.length, 2);
  assertEquals((await print(...one, "--format", "csv")).match(/longest list/g)?.length, 2 * 2 + 1);
  const several = await print("--results", mine, ...one);
  assertMatch(several, /\nmine +0\.5000\* \[[^\n]*\n/);
  assertMatch(several, /\nconsensus +mine +R@15 +\+0\.500\* /);
  assertMatch(several, /\nconsensus +mine +AP +\+0\.750 /);
  assertStringIncludes(several, "\n* deeper than the longest list of a run, whose recall there");
});

Deno.test("several runs show the mean with missing questions as 0 beside a run's own", async () => {
  const { folder, mine, shallow, print } = await someRuns();
  await using _ = folder;
  const runs = ["--results", mine, "--results", shallow];
  const table = await print(...runs);
  assertMatch(table, /\nmine +0\.500\* \[[^\n]*\nmine, missing as 0 +0\.333\* +0\.333\*/);
  assert(!table.includes("consensus, missing"));
  assert(!(await print(...runs, "--missing", "zero")).includes("missing as 0"));
  const csv = await print(...runs, "--format", "csv");
  const missing = csv.split("\n").filter((line) => line.startsWith("macro_recall_missing_zero"));
  assertEquals(missing.length, 5);
  assertMatch(missing[0]!, /^macro_recall_missing_zero,mine,,R@10,3,0\.3333333333333333,,/);
});
