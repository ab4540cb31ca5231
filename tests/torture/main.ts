/** `deno task torture`: kills, faults, full disks and spoilt files, and a table of what became of them. */
import { parseFlags } from "../../lib/cli/parse_flags.ts";
import { printError, printResult } from "../../lib/cli/output.ts";
import { scenarios } from "./scenarios.ts";
import { tortureTable } from "./table.ts";
import { torture } from "./torture.ts";

const { values } = parseFlags({
  seed: { kind: "integer", value: "N", min: 0, about: "Same choices as another run" },
  minutes: { kind: "number", value: "N", min: 0, default: 5, about: "When to stop" },
  scenario: { kind: "text", value: "NAME", about: "Only this one" },
  round: { kind: "integer", value: "N", min: 0, about: "Only this round of it" },
}, Deno.args);
const seed = values.seed ?? Math.floor(Math.random() * 2 ** 31);
printError(`seed ${seed}`);
const started = performance.now();
const rows = await torture({
  seed,
  scenarios: scenarios.filter(({ name }) => (values.scenario ?? name) === name),
  minutes: values.minutes,
  from: values.round,
  ...(values.round === undefined ? {} : { rounds: 1 }),
  onViolation: ({ scenario, round, message }) => {
    printError(`violation: --seed ${seed} --scenario '${scenario}' --round ${round}`);
    printError(`  ${message.slice(0, 2000)}`);
  },
});
printResult(tortureTable(rows));
const seconds = ((performance.now() - started) / 1000).toFixed(0);
printResult(`seed ${seed}, ${seconds} s, Deno ${Deno.version.deno}, ${Deno.build.target}\n`);
if (rows.some(({ violations }) => violations > 0)) Deno.exitCode = 1;
