/** Loading in another process. */
import { fromFileUrl } from "@std/path";

const SCRIPT = fromFileUrl(new URL("./load_in_child.ts", import.meta.url));

/** What load_in_child.ts prints. */
export interface ChildResult {
  length?: number;
  name?: string;
  reason?: string;
  message?: string;
  /** Name of the error's cause. */
  cause?: string;
}

/** The whole command of a load with these permission flags. */
export function childCommand(permissions: string[], args: string[]): string[] {
  return [Deno.execPath(), "run", "--no-prompt", "--quiet", ...permissions, SCRIPT, ...args];
}

/** Runs a command to its end and reads its one line. */
export async function runChild([program = "", ...args]: string[]): Promise<ChildResult> {
  const { stdout, stderr } = await new Deno.Command(program, {
    args,
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (text === "") throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(text);
}
