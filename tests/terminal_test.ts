/** Ctrl+C as a terminal delivers it: to `deno task` and, passed on by it, to the script a second time. */
import { assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import type { ResultRow } from "../lib/benchmark/records.ts";
import { startProviderServer } from "./fakes/provider_server.ts";
import { KEY, makeDirectory, makeQuestions, papersFor, rowsOf, SEARCH } from "./search_process.ts";

/**
 * Runs a command on a pseudo-terminal; each line on stdin presses Ctrl+C. The
 * last line of stdout is the exit code.
 */
const ON_A_TERMINAL = `
import os, pty, select, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
listening = [0, terminal]
while terminal in listening:
    ready, _, _ = select.select(listening, [], [])
    if 0 in ready:
        line = os.read(0, 100)
        if line: os.write(terminal, b"\\x03")
        else: listening.remove(0)
    if terminal in ready:
        try: data = os.read(terminal, 4096)
        except OSError: data = b""
        if data: os.write(1, data)
        else: listening.remove(terminal)
status = os.waitpid(pid, 0)[1]
print("\\nexit code", os.waitstatus_to_exitcode(status))
`;

async function hasPython(): Promise<boolean> {
  try {
    return (await new Deno.Command("python3", { args: ["-c", "import pty"] }).output()).success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "one Ctrl+C under deno task finishes what is in flight; a second one drops it",
  ignore: Deno.build.os === "windows" || !await hasPython(),
  async fn() {
    for (const presses of [1, 2]) {
      const questions = makeQuestions(60);
      await using folder = await makeDirectory(questions);
      await using server = await startProviderServer({
        questions,
        rank: (question) => papersFor(question, 10),
        faults: ({ sequence }) =>
          presses === 2 && sequence > 3 ? { kind: "silent" } : { kind: "late", milliseconds: 400 },
      });
      const task = [
        "deno run --no-prompt --allow-net=127.0.0.1 --allow-env --allow-read --allow-write=runs",
        SEARCH,
        "elicit --input=questions.jsonl --rate=1000 --concurrency=3",
      ].join(" ");
      await Deno.writeTextFile(
        folder.path("deno.json"),
        JSON.stringify({ tasks: { search: task } }),
      );
      const child = new Deno.Command("python3", {
        args: ["-c", ON_A_TERMINAL, Deno.execPath(), "task", "search"],
        cwd: folder.directory,
        env: { ELICIT_API_KEY: KEY, ELICIT_BASE_URL: server.baseUrlFor("elicit") },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const keyboard = child.stdin.getWriter();
      const ended = child.output();
      while (server.calls.length < 5) await pause(5);
      await keyboard.write(new TextEncoder().encode("\n"));
      if (presses === 2) {
        await pause(800);
        await keyboard.write(new TextEncoder().encode("\n"));
      }
      const { stdout } = await ended;
      await keyboard.close().catch(() => {});
      const screen = new TextDecoder().decode(stdout);
      assertStringIncludes(screen, "exit code 130");
      assertStringIncludes(screen, "interrupted: finishing what is in flight");
      const rows = rowsOf<ResultRow>(folder.path("runs/elicit.jsonl"));
      assertLess(server.calls.length, 50);
      assertEquals(rows.length, presses === 1 ? server.calls.length : 3, screen);
    }
  },
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
