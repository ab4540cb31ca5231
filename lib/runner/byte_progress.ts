/** Progress of downloads on stderr. */
import { format } from "@std/fmt/bytes";
import type { DownloadProgress } from "../benchmark/artifacts/download_options.ts";
import { startProgress } from "./progress.ts";

/** A display that appears with the first byte. */
export interface ByteProgress extends Disposable {
  update(progress: DownloadProgress): void;
}

/** Prepares the display of downloads, several files after or beside each other. */
export function startByteProgress({ quiet }: { quiet: boolean }): ByteProgress {
  const files = new Map<string, DownloadProgress>();
  let progress: ReturnType<typeof startProgress> | undefined;
  return {
    update(file) {
      files.set(file.path, file);
      progress ??= startProgress({
        unit: "downloaded",
        total: null,
        format: (bytes) => format(bytes),
        write: (text) => Deno.stderr.writeSync(new TextEncoder().encode(text)),
        live: Deno.stderr.isTerminal(),
        quiet,
      });
      let received = 0;
      for (const each of files.values()) received += each.received;
      progress.update(received);
    },
    [Symbol.dispose]() {
      progress?.[Symbol.dispose]();
    },
  };
}
