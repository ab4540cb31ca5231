/**
 * The least that any scorer must do: read both files, unpack, and parse every
 * line as JSON. What scoring takes is measured against this.
 */
import { Buffer } from "node:buffer";
import { createGunzip } from "node:zlib";

const [questions, results] = Deno.args as [string, string];
const decoder = new TextDecoder();
let pending: Uint8Array[] = [];

parseLines([await Deno.readFile(questions)]);
const unpacked = createGunzip({ chunkSize: 1 << 20 });
unpacked.end(await Deno.readFile(results));
for await (const chunk of unpacked) parseLines([chunk]);

function parseLines(chunks: Uint8Array[]): void {
  for (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; start = end + 1, end = chunk.indexOf(10, start)) {
      const rest = chunk.subarray(start, end);
      // Copied only where a line spans chunks: a floor must not be padded.
      JSON.parse(decoder.decode(pending.length > 0 ? Buffer.concat([...pending, rest]) : rest));
      pending = [];
    }
    if (start < chunk.length) pending.push(chunk.slice(start));
  }
}
