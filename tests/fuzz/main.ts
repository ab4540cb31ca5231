/** `deno task fuzz`: mutated inputs for every reader, and a table of what became of them. */
import { parseFlags } from "../../lib/cli/parse_flags.ts";
import { printError, printResult } from "../../lib/cli/output.ts";
import { fuzz } from "./fuzz.ts";
import { fuzzTable } from "./table.ts";

const { values } = parseFlags({
  seed: { kind: "integer", value: "N", min: 0, about: "Same inputs as another run" },
  inputs: { kind: "integer", value: "N", min: 1, default: 100_000, about: "Inputs in all" },
  target: { kind: "text", value: "NAME", about: "Only this target" },
  from: { kind: "integer", value: "N", min: 0, default: 0, about: "First input, to repeat one" },
}, Deno.args);
const seed = values.seed ?? Math.floor(Math.random() * 2 ** 31);
printError(`seed ${seed}`);
const started = performance.now();
const { rows, problems } = await fuzz({
  seed,
  inputs: values.inputs,
  only: values.target,
  from: values.from,
});
printResult(fuzzTable(rows));
printResult(`seed ${seed}, ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
const seen = new Map<string, number>();
for (const { target, index, kind, message, input } of problems) {
  // One of each sort; they differ in numbers only.
  const sort = `${target} ${kind} ${message.slice(0, 200).replace(/\d+|"[^"]*"/g, "")}`;
  const times = (seen.get(sort) ?? 0) + 1;
  seen.set(sort, times);
  if (times > 1) continue;
  printError(`${kind}: ${message.slice(0, 600)}`);
  printError(`  again: --seed ${seed} --target '${target}' --from ${index} --inputs 1`);
  if (values.inputs === 1) printError(`  ${input.slice(0, 20_000)}`);
}
if (problems.length > 0) Deno.exitCode = 1;
