/** A made-up BioASQ of a few questions in the place of the frozen one, with a manifest that pins it. */
import { gzipSync } from "node:zlib";
import { join } from "@std/path";
import { ROOT } from "./run_script.ts";

/** Paths of the frozen files in the program's folder. */
export const ARTIFACTS = ["data/bioasq.jsonl", "data/elicit_results.jsonl.gz"] as const;

/**
 * Puts the sample's questions and lists where the frozen files belong, and
 * rewrites `data/manifest.json` with their hashes and values, so that the plain
 * commands find their artifacts present and whole.
 *
 * @param program Folder of a copy of the program.
 */
export async function pinSmallBioasq(
  program: string,
): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const sample = join(ROOT, "data/sample");
  const contents: Record<string, Uint8Array<ArrayBuffer>> = {
    [ARTIFACTS[0]]: await Deno.readFile(join(sample, "questions.jsonl")),
    [ARTIFACTS[1]]: new Uint8Array(gzipSync(await Deno.readFile(join(sample, "results.jsonl")))),
  };
  const path = join(program, "data/manifest.json");
  const manifest = JSON.parse(await Deno.readTextFile(path));
  const { expected } = JSON.parse(await Deno.readTextFile(join(sample, "manifest.json")));
  // The sample's queries are not BioASQ's: their recorded counts would not fit.
  const { keyword_queries: _, ...rest } = manifest;
  for (const artifact of Object.values<{ path: string; sha256: string }>(rest.artifacts)) {
    const bytes = contents[artifact.path]!;
    artifact.sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    await Deno.writeFile(join(program, artifact.path), bytes);
  }
  await Deno.writeTextFile(path, JSON.stringify({ ...rest, provider: "local", expected }));
  return contents;
}
