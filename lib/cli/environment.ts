/** Environment variables, from the process and from `.env`. */
import { parse } from "@std/dotenv/parse";

/** Looks a variable up; an empty value counts as none. */
export type Environment = (name: string) => string | undefined;

/**
 * Reads the environment of a command: the process's variables win over those
 * of a `.env` file, which is read, never exported. A variable that the
 * permissions do not cover is looked for in `.env` only.
 *
 * @param dotenvPath Where the `.env` file is; it may be absent.
 */
export async function readEnvironment(dotenvPath = ".env"): Promise<Environment> {
  const fromFile = await readDotenv(dotenvPath);
  return (name) => {
    const { state } = Deno.permissions.querySync({ name: "env", variable: name });
    return (state === "granted" ? Deno.env.get(name) : undefined) || fromFile[name] || undefined;
  };
}

async function readDotenv(path: string): Promise<Record<string, string>> {
  try {
    return parse(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable) return {};
    throw new Error(`Cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}
