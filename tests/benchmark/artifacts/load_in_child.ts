/**
 * Loads an artifact in a process of its own, for tests of permissions, full
 * disks and crashes: `load_in_child.ts FOLDER BASE_URL SHA256`. Prints one line
 * of JSON: `{length}` or `{name, reason, message}`.
 */
import { loadArtifact } from "../../../lib/benchmark/artifacts/load_artifact.ts";
import { PATH } from "./workplace.ts";

const [directory = "", baseUrl = "", sha256 = ""] = Deno.args;
try {
  const bytes = await loadArtifact({ path: PATH, sha256 }, { directory, baseUrl });
  print(JSON.stringify({ length: bytes.length }));
} catch (error) {
  const { name, message, reason, cause } = error as Error & { reason?: string };
  print(JSON.stringify({ name, reason, message, cause: (cause as Error)?.name }));
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));
}
