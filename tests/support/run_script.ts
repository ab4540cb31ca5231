/** Runs an entry script as a user does, in a process of its own. */
import { fromFileUrl } from "@std/path";

/** The repository's root folder. */
export const ROOT = fromFileUrl(new URL("../../", import.meta.url));

/** What a script did. */
export interface ScriptResult {
  code: number;
  stdout: string;
  stderr: string;
  /** The lines of stderr. */
  messages: string[];
}

/** How to run. */
export interface ScriptOptions {
  /** Permission flags. @default ["-A"] */
  permissions?: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
}

/** Starts `deno run SCRIPT ARGS` without standard input. */
export function startScript(
  script: string,
  args: readonly string[],
  { permissions = ["-A"], env = {}, cwd = ROOT }: ScriptOptions = {},
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--config",
      `${ROOT}deno.json`,
      ...permissions,
      `${ROOT}${script}`,
      ...args,
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    // NO_COLOR so that Deno's own messages, if any, compare as plain text.
    env: { NO_COLOR: "1", ...env },
    cwd,
  }).spawn();
}

/** Runs `deno run SCRIPT ARGS` to its end, without standard input. */
export async function runScript(
  script: string,
  args: readonly string[],
  options: ScriptOptions = {},
): Promise<ScriptResult> {
  const { code, stdout, stderr } = await startScript(script, args, options).output();
  const decoder = new TextDecoder();
  const errors = decoder.decode(stderr);
  return {
    code,
    stdout: decoder.decode(stdout),
    stderr: errors,
    messages: errors.split("\n").filter((line) => line !== ""),
  };
}

/** A temporary folder that is removed when it is disposed of. */
export class TempFolder implements AsyncDisposable {
  private constructor(readonly path: string) {}

  static async create(): Promise<TempFolder> {
    return new TempFolder(await Deno.makeTempDir({ prefix: "paper_search_" }));
  }

  /** Writes a file and returns its path. */
  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = `${this.path}/${name}`;
    await (typeof content === "string"
      ? Deno.writeTextFile(path, content)
      : Deno.writeFile(path, content));
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}
