/** What the runner wrote down about a run, for the report. */
import { basename } from "@std/path";
import { isObject, type JsonObject, jsonOrUndefined } from "../benchmark/record_fields.ts";
import { companionFile } from "../benchmark/run_files.ts";

/**
 * Reads the records beside result files (`NAME.run.jsonl`): how each
 * invocation began and ended. Flags and the contact address are left out, and of
 * the input's path all but the name: they tell of machine and user, not of the run.
 *
 * @param paths Of the result files; those without records, or with broken or unreadable ones, have none.
 */
export async function runRecords(paths: readonly string[]): Promise<JsonObject[]> {
  const records: JsonObject[] = [];
  for (const path of paths) {
    for (const line of (await textOf(companionFile(path, "run"))).split("\n")) {
      const record = parsed(line);
      if (record?.event === "start" || record?.event === "end") records.push(shareable(record));
    }
  }
  return records;
}

async function textOf(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    // They only adorn the report: that they cannot be read does not stop it.
    if (error instanceof Deno.errors.NotCapable) throw error;
    return "";
  }
}

/** A record; undefined for a line that is none, such as one that was cut off. */
function parsed(line: string): JsonObject | undefined {
  const value = jsonOrUndefined(line);
  return isObject(value) ? value : undefined;
}

function shareable({ flags: _, input, settings, ...rest }: JsonObject): JsonObject {
  const shared: JsonObject = { ...rest };
  if (isObject(settings)) {
    const { email: _, ...others } = settings;
    shared.settings = others;
  }
  if (isObject(input)) shared.input = { ...input, path: basename(String(input.path)) };
  return shared;
}
