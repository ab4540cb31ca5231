/** What must be so after every run, however it ended. */
import { walkFiles } from "./files.ts";
import type { Ended } from "./processes.ts";
import type { Round } from "./scenario.ts";

/** The spellings in which a key must appear nowhere. */
function spellings(key: string): string[] {
  return [key, encodeURIComponent(key), btoa(key), btoa(key).replace(/=+$/, "")];
}

/** The key is in no file of a folder and in no output. */
export function noKeyAnywhere(
  round: Round,
  key: string,
  folder: string,
  outputs: readonly Ended[],
): void {
  const texts: [string, string][] = outputs.flatMap((
    { stdout, stderr },
  ) => [["stdout", stdout], ["stderr", stderr]]);
  for (const [path, bytes] of walkFiles(folder)) {
    texts.push([path, new TextDecoder("latin1").decode(bytes)]);
  }
  for (const [name, text] of texts) {
    for (const form of spellings(key)) {
      round.check(!text.includes(form), `the key is in ${name}`);
    }
  }
}

/** A file of lines has no torn line and nothing twice; it may be absent. */
export function wholeLines(round: Round, path: string, bytes: Uint8Array | undefined): void {
  if (!bytes || bytes.length === 0) return;
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  round.check(text.endsWith("\n"), `${path} has a torn last line`);
  for (const [at, line] of text.trimEnd().split("\n").entries()) {
    let whole = true;
    try {
      JSON.parse(line);
    } catch {
      whole = false;
    }
    round.check(whole, `${path}:${at + 1} is torn`);
  }
}

/** An ended process printed no stack trace, and an error of it is one line. */
export function plainError(round: Round, { code, killed, stderr }: Ended): void {
  if (killed) return;
  round.check(!/^\s+at .*:\d+:\d+/m.test(stderr), () => `a stack trace: ${stderr}`);
  if (code === 1) {
    const lines = stderr.split("\n").filter((line) => line.startsWith("error: "));
    round.check(lines.length === 1, () => `exit 1 with ${lines.length} errors: ${stderr}`);
  }
}
