import { assertEquals, assertStringIncludes } from "@std/assert";
import { duration, progressLine, startProgress } from "../../lib/runner/progress.ts";

Deno.test("a line has counts, rate, time left and what else is counted", () => {
  assertEquals(
    progressLine(
      { unit: "questions", total: 5486, live: false },
      { done: 500, counts: { calls: 520, failures: 3 } },
      250,
    ),
    "500/5,486 questions, 2.0/s, 42 min left, 520 calls, 3 failures",
  );
});

Deno.test("what was done before counts for the bar, not for the rate", () => {
  assertEquals(
    progressLine({ unit: "questions", total: 100, already: 50, live: true }, {
      done: 60,
      counts: {},
    }, 10),
    "[############        ] 60/100 questions, 1.0/s, 40 s left",
  );
});

Deno.test("an unknown total has no bar and no time left", () => {
  assertEquals(
    progressLine({ unit: "lines", total: null, live: true }, { done: 5, counts: {} }, 0),
    "5 lines, 0.00/s",
  );
});

Deno.test("durations read well", () => {
  assertEquals([1.2, 600, 12_000, 200_000].map(duration), [
    "2 s",
    "10 min",
    "3 h 20 min",
    "2 d 8 h",
  ]);
});

Deno.test("a live bar redraws its line, steps aside for a note and ends with a line break", async () => {
  let written = "";
  {
    using progress = startProgress({
      unit: "questions",
      total: 2,
      live: true,
      write: (text) => written += text,
    });
    progress.update(1);
    await new Promise((resolve) => setTimeout(resolve, 250));
    progress.note("notice: hello");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  assertStringIncludes(written, "1/2 questions");
  assertStringIncludes(written, "\r\x1b[Knotice: hello\n");
  assertEquals(written.endsWith("\n"), true);
});

Deno.test("a live line is cut to the terminal, so that it can be redrawn", async () => {
  let written = "";
  {
    using progress = startProgress({
      unit: "questions",
      total: 100,
      live: true,
      columns: () => 30,
      write: (text) => written += text,
    });
    progress.update(50, { calls: 50 });
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  assertStringIncludes(written, "[##########          ] 50/100");
  assertEquals(written.split("\n")[0]!.split("\r\x1b[K").every((line) => line.length < 30), true);
});

Deno.test("quiet is silent", async () => {
  let written = "";
  using progress = startProgress({
    unit: "questions",
    total: 2,
    live: false,
    quiet: true,
    everySeconds: 0.01,
    write: (text) => written += text,
  });
  progress.update(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assertEquals(written, "");
});
