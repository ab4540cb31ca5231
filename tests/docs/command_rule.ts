/**
 * What a test does with a command of the documents. A command that can be run
 * without network and without a key is run as it stands. One that would ask a
 * provider is run with `--dry-run`, one that would ask NCBI with `--offline`:
 * the same script, flags, settings and files, and no request. Commands that
 * take minutes, install or start other tests must name what is there.
 */
import { join } from "@std/path";
import { findProvider } from "../../lib/providers/registry.ts";
import { ROOT } from "../support/run_script.ts";

/** What is done. */
export type Rule = { run: string } | { check: () => Promise<void> };

const { tasks }: { tasks: Record<string, unknown> } = JSON.parse(
  await Deno.readTextFile(join(ROOT, "deno.json")),
);
const ci = await Deno.readTextFile(join(ROOT, ".ci/run"));
const DENO_VERSION = /^DENO_VERSION=(.+)$/m.exec(ci)![1]!;

/** Tasks that take seconds and need nothing; run as they stand. */
const OFFLINE_TASKS = ["score", "keyword_queries", "demo", "update-tasks"];

/**
 * Chooses the rule for a command.
 *
 * @throws {Error} where there is none: a kind of command that no test knows must not be in the documents.
 */
export function ruleFor(line: string): Rule {
  const own = line.replace(/^npx --yes deno@(\S+)/, (_, version) => {
    if (version !== DENO_VERSION) throw new Error(`deno@${version} is not what CI runs`);
    return "deno";
  });
  const task = /^(?:[A-Z_]+=\S+ )*deno task ([\w:-]+)/.exec(own)?.[1];
  if (task !== undefined) {
    if (!Object.hasOwn(tasks, task)) throw new Error(`deno.json has no task ${task}`);
    if (own.includes(" --help") || OFFLINE_TASKS.includes(task)) return { run: own };
    if (task === "resolve_pmcids") return { run: withFlag(own, "--offline") };
    if (task.startsWith("search")) {
      const name = /task search(?::| )(\w+)/.exec(own)?.[1] ?? "";
      const local = findProvider(name).kind === "local";
      return { run: local ? own : withFlag(own, "--dry-run") };
    }
    if (/task \S+ -/.test(own)) throw new Error("its flags would not be checked");
    return { check: () => Promise.resolve() };
  }
  // It asks the package host.
  if (own === "deno install --frozen=false") return { check: () => Promise.resolve() };
  if (own.includes("bench/shards.ts")) return { run: own };
  const file = /^(?:[A-Z_]+=\S+ )*(?:deno (?:run|test|bench)|bash) (?:-\S+ )*(\S+)/.exec(own)?.[1];
  if (file !== undefined) {
    return { check: async () => void await Deno.stat(join(ROOT, file)) };
  }
  if (/^(?:cp|mkdir) /.test(own)) return { run: own };
  throw new Error("no rule for it; see tests/docs/command_rule.ts");
}

function withFlag(line: string, flag: string): string {
  return line.includes(` ${flag}`) ? line : `${line} ${flag}`;
}
