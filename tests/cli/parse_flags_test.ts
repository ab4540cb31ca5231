import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { Flags } from "../../lib/cli/flags.ts";
import { parseFlags } from "../../lib/cli/parse_flags.ts";
import { UsageError } from "../../lib/cli/usage_error.ts";

const flags = {
  json: { kind: "switch", about: "as JSON" },
  output: { kind: "text", value: "FILE", about: "where to" },
  results: { kind: "texts", value: "FILE", about: "runs" },
  format: { kind: "choice", choices: ["table", "csv"], about: "how", default: "table" },
  limit: { kind: "integer", value: "N", min: 1, about: "first N" },
  rate: { kind: "number", value: "R", min: 0, exclusiveMin: true, about: "calls a second" },
} as const satisfies Flags;

Deno.test("values come by kind, with defaults, in both spellings", () => {
  const { values, positionals } = parseFlags(
    flags,
    ["elicit", "--json", "--output=a.json", "--results", "x", "--results=y", "--rate", "0.5"],
    1,
  );
  assertEquals(values, {
    json: true,
    output: "a.json",
    results: ["x", "y"],
    format: "table",
    limit: undefined,
    rate: 0.5,
  });
  assertEquals(positionals, ["elicit"]);
});

Deno.test("numbers that look like numbers stay text where text is wanted", () => {
  assertEquals(parseFlags(flags, ["--output", "007"]).values.output, "007");
  assertEquals(parseFlags(flags, ["007"], 1).positionals, ["007"]);
});

for (
  const [args, message] of [
    [["--jsno"], "did you mean --json?"],
    [["--no-json"], "unknown"],
    [["-j"], "unknown"],
    [["--json=1"], "takes no value"],
    [["--output"], "needs a value"],
    [["--output="], "needs a value"],
    [["--output", "--json"], "needs a value"],
    [["--output", "a", "--output", "b"], "given before"],
    [["--format", "tabel"], "did you mean table?"],
    [["--limit", "0"], "a whole number from 1"],
    [["--limit", "-3"], "--limit -3: it takes a whole number from 1"],
    [["--rate", "-.5"], "--rate -.5: it takes a number above 0"],
    [["--limit", "-x"], "needs a value"],
    [["--output", "-3"], "needs a value"],
    [["--limit", "1.5"], "a whole number"],
    [["--limit", "99999999999999999999"], "a whole number"],
    [["--limit", "0x10"], "a whole number"],
    [["--rate", "0"], "a number above 0"],
    [["--rate", "Infinity"], "a number above 0"],
    [["surplus"], "takes flags only; a pattern or a list with spaces goes in quotes"],
    [["--toString"], "unknown"],
    [["--constructor=1"], "unknown"],
    [["--__proto__=1"], "unknown"],
  ] as [string[], string][]
) {
  Deno.test(`${args.join(" ")} is refused: ${message}`, () => {
    assertThrows(() => parseFlags(flags, args), UsageError, message);
  });
}

Deno.test("any arguments are read or refused with a usage error", () => {
  const words = fc.constantFrom(
    "--json",
    "--output",
    "--limit",
    "--rate",
    "--results",
    "-",
    "--",
    "=",
  );
  fc.assert(fc.property(fc.array(fc.oneof(fc.string(), words)), (args) => {
    try {
      parseFlags(flags, args, 2);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    }
  }));
});
