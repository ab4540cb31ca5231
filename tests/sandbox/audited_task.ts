/** Runs a task of deno.json as it is granted there, and records what it touched. */
import { join } from "@std/path";
import { denoDirectory } from "../support/deno_directory.ts";
import { scriptTasks } from "./tasks.ts";

/** What a process asked Deno for, each thing once. */
export interface Accesses {
  /** Origins of requests (`http://127.0.0.1:PORT`), or `HOST:PORT` of connections. */
  net: Set<string>;
  env: Set<string>;
  /** Absolute paths. */
  read: Set<string>;
  /** Absolute paths opened for writing, made, renamed or removed. */
  write: Set<string>;
  /** Anything of another kind (run, ffi, sys, import), as `KIND VALUE`. */
  other: Set<string>;
}

/** A task that has ended. */
export interface AuditedRun {
  code: number;
  stdout: string;
  stderr: string;
  accesses: Accesses;
}

/** How to run a task. */
export interface TaskRun {
  /** The folder of the program, which is the working folder too. */
  program: string;
  task: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /**
   * Hosts that stand for granted ones: `{"elicit.com": "127.0.0.1:PORT"}`. What
   * stands for "" is granted on top, as a user grants a host of their own.
   */
  hosts?: Readonly<Record<string, string>>;
}

/** Runs a task to its end with Deno's permission audit log on. */
export async function runAudited(
  { program, task, args = [], env = {}, hosts = {} }: TaskRun,
): Promise<AuditedRun> {
  const found = scriptTasks().get(task);
  if (!found) throw new Error(`deno.json has no task ${task}`);
  const log = await Deno.makeTempFile({ prefix: "audit_", suffix: ".jsonl" });
  try {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...withHosts(found.args, hosts), ...args],
      cwd: program,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: join(program, "..", "home"),
        DENO_DIR: await denoDirectory(),
        NO_COLOR: "1",
        DENO_AUDIT_PERMISSIONS: log,
        ...env,
      },
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    return {
      code,
      stdout: decoder.decode(stdout),
      stderr: decoder.decode(stderr),
      accesses: parseAudit(await Deno.readTextFile(log), program),
    };
  } finally {
    await Deno.remove(log);
  }
}

/**
 * Reads an audit log.
 *
 * Deno 2.9 writes `read X` and at once `write X` where X is opened or looked at
 * only to be read; a write has a line of its own. A rename and a database are
 * logged like a reading, so what was changed must also be seen on the disk.
 */
export function parseAudit(text: string, program: string): Accesses {
  const accesses: Accesses = {
    net: new Set(),
    env: new Set(),
    read: new Set(),
    write: new Set(),
    other: new Set(),
  };
  let previous: { permission: string; value: string } | undefined;
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const entry: { permission: string; value: string } = JSON.parse(line);
    const { permission, value } = entry;
    const echo = permission === "write" && previous?.permission === "read" &&
      previous.value === value;
    previous = entry;
    if (echo) continue;
    if (permission === "read" || permission === "write") {
      accesses[permission].add(value.startsWith("/") ? value : join(program, value));
    } else if (permission === "net") {
      accesses.net.add(value.includes("://") ? new URL(value).origin : value);
    } else if (permission === "env") {
      accesses.env.add(value);
    } else {
      accesses.other.add(`${permission} ${value}`);
    }
  }
  return accesses;
}

function withHosts(args: readonly string[], hosts: Readonly<Record<string, string>>): string[] {
  const own = hosts[""];
  const [run = "", ...rest] = args.map((arg) => {
    const granted = /^--allow-net=(.*)$/.exec(arg)?.[1];
    if (granted === undefined) return arg;
    return `--allow-net=${granted.split(",").map((host) => hosts[host] ?? host).join(",")}`;
  });
  return own === undefined ? [run, ...rest] : [run, `--allow-net=${own}`, ...rest];
}
