/** Running one of the entry scripts as a user does. */

/** What a script left behind. */
export interface ScriptOutput {
  code: number;
  stdout: string;
  stderr: string;
}

/** How a script is run. */
export interface ScriptOptions {
  /** Permission flags; all where absent. */
  permissions?: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
}

/** The program's root folder. */
export const root: string = new URL("../../", import.meta.url).pathname;

/** Starts an entry script, e.g. `resolve_pmcids.ts`, without a type check. */
export function startScript(
  script: string,
  args: readonly string[],
  { permissions = ["-A"], env = {}, cwd }: ScriptOptions = {},
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", ...permissions, `${root}${script}`, ...args],
    env: { NO_COLOR: "1", ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs an entry script to its end. */
export async function runScript(
  script: string,
  args: readonly string[],
  options: ScriptOptions = {},
): Promise<ScriptOutput> {
  const { code, stdout, stderr } = await startScript(script, args, options).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
