import { assertEquals } from "@std/assert";
import { startPhaseProgress } from "../../lib/runner/phase_progress.ts";

Deno.test("each phase has its own live display, and notes stand above it", async () => {
  const written: string[] = [];
  {
    using progress = startPhaseProgress({
      write: (text) => written.push(text),
      live: true,
      now: () => 0,
    });
    progress.note("before anything");
    progress.update("rows", 1, null);
    await new Promise((done) => setTimeout(done, 250));
    progress.update("ids", 5, 10);
    await new Promise((done) => setTimeout(done, 250));
    progress.note("a note");
  }
  const text = written.join("");
  const [first, , ...rest] = text.split("\n");
  assertEquals(first, "before anything");
  assertEquals(text.includes("1 rows"), true);
  assertEquals(rest.join("\n").includes("5/10 ids"), true);
  assertEquals(text.indexOf("1 rows") < text.indexOf("5/10 ids"), true);
  assertEquals(text.includes("a note\n"), true);
});

Deno.test("quiet shows nothing but notes", () => {
  const written: string[] = [];
  using progress = startPhaseProgress({
    write: (text) => written.push(text),
    live: false,
    quiet: true,
  });
  progress.update("rows", 1, 2);
  progress.note("a note");
  assertEquals(written, ["a note\n"]);
});
