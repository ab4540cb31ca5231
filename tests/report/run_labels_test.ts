import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Labelled, runLabels } from "../../lib/report/run_labels.ts";

const run = (
  file: string,
  provider: string | null = null,
  label: string | null = null,
): Labelled => ({
  file,
  provider,
  label,
});

Deno.test("a run is called by its label, else its provider, else its file", () => {
  assertEquals(
    runLabels([run("x/a.jsonl", "elicit", "mine"), run("x/b.jsonl", "exa"), run("x/c.json.gz")]),
    ["mine", "exa", "c"],
  );
});

Deno.test("runs of one provider are told apart by their files, then by number", () => {
  assertEquals(
    runLabels([
      run("x/a.jsonl", "local"),
      run("y/b.jsonl.gz", "local"),
      run("z/b.jsonl", "local"),
      run("a", "exa"),
    ]),
    ["a", "b", "b (2)", "exa"],
  );
  assertEquals(runLabels([run("x", null, "same"), run("y", null, "same")]), ["same", "same (2)"]);
});

Deno.test("labels are unique and of one line, whatever the files say", () => {
  const text = fc.constantFrom("a", "a (2)", "b\nc", "\u2028", "");
  const runs = fc.array(
    fc.record({ file: text, provider: fc.option(text), label: fc.option(text) }),
    { maxLength: 6 },
  );
  fc.assert(fc.property(runs, (each) => {
    const labels = runLabels(each);
    assertEquals(new Set(labels).size, each.length);
    assertEquals(labels.filter((label) => /[\p{Cc}\u2028\u2029]/u.test(label)), []);
  }));
});
