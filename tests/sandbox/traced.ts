/** What the kernel sees of a task, by strace: a witness besides Deno's own log. */
import { resolve } from "@std/path";
import { denoDirectory } from "../support/deno_directory.ts";
import { scriptTasks } from "./tasks.ts";

/** What a process and its threads did. */
export interface Traced {
  code: number;
  /** Sockets of a network family that were made. */
  sockets: string[];
  /** Paths opened to be written, made, renamed or removed, outside of Deno's own folder and /dev. */
  written: string[];
}

/** Whether processes can be traced here. */
export function canTrace(): boolean {
  try {
    return new Deno.Command("strace", { args: ["-qq", "true"] }).outputSync().success;
  } catch {
    return false;
  }
}

/** Those that open a socket or change what is on the disk. */
const CALLS = [
  ...["socket", "open", "openat", "creat", "truncate", "mkdir", "mkdirat", "rmdir"],
  ...["rename", "renameat", "renameat2", "unlink", "unlinkat"],
  ...["link", "linkat", "symlink", "symlinkat"],
];

/** Runs a task of deno.json under strace. */
export async function runTraced(
  program: string,
  task: string,
  args: readonly string[],
): Promise<Traced> {
  const log = await Deno.makeTempFile({ prefix: "trace_" });
  const denoDir = await denoDirectory();
  try {
    const { code } = await new Deno.Command("strace", {
      args: [
        ...["-f", "-qq", "-s", "4096", "-o", log],
        ...["-e", `trace=${CALLS.join(",")}`],
        Deno.execPath(),
        ...scriptTasks().get(task)!.args,
        ...args,
      ],
      cwd: program,
      env: { DENO_DIR: denoDir, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    const calls = (await Deno.readTextFile(log)).split("\n");
    const written = calls.filter(isWrite).flatMap(pathsOf).map((path) => resolve(program, path))
      .filter((path) => !path.startsWith(`${denoDir}/`) && !path.startsWith("/dev/"));
    return {
      code,
      sockets: calls.filter((call) => /socket\((?!AF_UNIX)/.test(call)),
      written: [...new Set(written)].toSorted(),
    };
  } finally {
    await Deno.remove(log);
  }
}

/** Opening to read is no write; a call that failed changed nothing. */
function isWrite(call: string): boolean {
  if (/ = -1 E/.test(call) || !/^\d+\s+[a-z0-9]+\(/.test(call)) return false;
  return !/^\d+\s+(?:socket|open(?:at)?)\(/.test(call) || /O_WRONLY|O_RDWR|O_CREAT/.test(call);
}
const pathsOf = (call: string) =>
  [...call.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path]) => path!);
