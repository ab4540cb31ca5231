/** A copy of the program in a folder of its own, whose tasks run audited. */
import { join } from "@std/path";
import { copyProgram } from "../support/program_copy.ts";
import { changes, folderState } from "../support/folder_state.ts";
import { type AuditedRun, runAudited, type TaskRun } from "./audited_task.ts";

/** A task that has ended, with what it changed. */
export interface SceneRun extends AuditedRun {
  /** Paths in the whole scene that were made, changed or removed, from the scene's folder. */
  changed: string[];
}

/** The folders of a test. */
export interface Scene extends AsyncDisposable {
  /** Holds `program` and `home`, and is watched as a whole. */
  folder: string;
  program: string;
  run(task: string, args?: readonly string[], more?: Partial<TaskRun>): Promise<SceneRun>;
}

/** Makes a scene; removed when it is disposed of. */
export async function makeScene(): Promise<Scene> {
  const folder = await Deno.makeTempDir({ prefix: "sandbox_" });
  const program = join(folder, "program");
  await copyProgram(program);
  await Deno.mkdir(join(folder, "home"));
  return {
    folder,
    program,
    async run(task, args = [], more = {}) {
      const before = await folderState(folder);
      const run = await runAudited({ program, task, args, ...more });
      return { ...run, changed: changes(before, await folderState(folder)) };
    },
    async [Symbol.asyncDispose]() {
      await Deno.remove(folder, { recursive: true });
    },
  };
}
