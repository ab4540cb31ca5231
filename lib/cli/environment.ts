/** Environment variables, from the process and from `.env`. */
import { parse } from "@std/dotenv/parse";
import type { Environment } from "../runner/provider_access.ts";

/** Where the `.env` file is. */
export const DOTENV = ".env";

/**
 * Reads the environment of a command: the process's variables win over those
 * of a `.env` file, which is read, never exported. A variable that the
 * permissions do not cover is looked for in `.env` only.
 *
 * @param dotenvPath Where the `.env` file is; it may be absent.
 */
export async function readEnvironment(dotenvPath = DOTENV): Promise<Environment> {
  const fromFile = await readDotenv(dotenvPath);
  return (name) => {
    const { state } = Deno.permissions.querySync({ name: "env", variable: name });
    return (state === "granted" ? Deno.env.get(name) : undefined) || fromFile[name] || undefined;
  };
}

/** Why there is no `.env` file to read. */
const NO_DOTENV = [
  Deno.errors.NotFound,
  Deno.errors.NotCapable,
  Deno.errors.IsADirectory,
  Deno.errors.PermissionDenied,
];

async function readDotenv(path: string): Promise<Record<string, string>> {
  try {
    return parse(await Deno.readTextFile(path));
  } catch (error) {
    // A folder called .env is a Python environment, and none of ours.
    if (NO_DOTENV.some((kind) => error instanceof kind)) return {};
    throw new Error(`Cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}
