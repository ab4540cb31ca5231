/** A copy of the program, as a clean checkout has it. */
import { join } from "@std/path";
import { ROOT } from "./run_script.ts";

/** What a task needs: the scripts, their library, the data that is in the repository. */
const PARTS = ["deno.json", "deno.lock", "lib", "data"];

/** What may lie in a working folder and is in no checkout. */
const DOWNLOADED = /^data\/(?:bioasq\.jsonl|elicit_results\.jsonl\.gz|.*\.(?:part|lock))$/;

/** Copies the program into a folder, which is made. */
export async function copyProgram(target: string): Promise<void> {
  const scripts = [...Deno.readDirSync(ROOT)].map(({ name }) => name)
    .filter((name) => name.endsWith(".ts"));
  await Deno.mkdir(target, { recursive: true });
  for (const part of [...PARTS, ...scripts]) await copy(part, target);
}

async function copy(path: string, target: string): Promise<void> {
  if (DOWNLOADED.test(path)) return;
  const from = join(ROOT, path);
  if (!(await Deno.stat(from)).isDirectory) {
    await Deno.copyFile(from, join(target, path));
    return;
  }
  await Deno.mkdir(join(target, path));
  for await (const { name } of Deno.readDir(from)) await copy(`${path}/${name}`, target);
}
