/** Checkouts that differ in everything that must not matter. */
import { join } from "@std/path";
import { denoDirectory } from "../support/deno_directory.ts";
import { copyProgram } from "../support/program_copy.ts";

/** What surrounds a checkout. */
export interface Surroundings {
  /** Folder name of the checkout. */
  name: string;
  /** Time zone, as in TZ. */
  zone: string;
  /** Locale, as in LANG and LC_ALL. */
  locale: string;
  /** Octal. */
  umask: string;
}

/** A checkout with a home folder of its own. */
export interface Checkout {
  program: string;
  /**
   * Runs an entry script in the checkout.
   *
   * @returns What it printed to stdout.
   * @throws {Error} with what it printed to stderr, where its exit code is not 0.
   */
  run(script: string, args: readonly string[], env?: Record<string, string>): Promise<string>;
}

/** Makes a checkout below a folder. */
export async function makeCheckout(folder: string, around: Surroundings): Promise<Checkout> {
  const program = join(folder, around.name);
  const home = join(folder, `home of ${around.zone.replaceAll("/", "_")}`);
  await copyProgram(program);
  await Deno.mkdir(join(program, "runs"));
  await Deno.mkdir(home);
  const denoDir = await denoDirectory();
  return {
    program,
    async run(script, args, env = {}) {
      const { success, stdout, stderr } = await new Deno.Command("sh", {
        args: [
          "-c",
          `umask ${around.umask}; exec "$0" "$@"`,
          Deno.execPath(),
          "run",
          "--no-prompt",
          "-A",
          script,
          ...args,
        ],
        cwd: program,
        clearEnv: true,
        env: {
          PATH: Deno.env.get("PATH") ?? "",
          DENO_DIR: denoDir,
          HOME: home,
          TZ: around.zone,
          LANG: around.locale,
          LC_ALL: around.locale,
          ...env,
        },
        stdin: "null",
      }).output();
      const decoder = new TextDecoder();
      if (!success) throw new Error(`${script} ${args.join(" ")}: ${decoder.decode(stderr)}`);
      return decoder.decode(stdout);
    },
  };
}
