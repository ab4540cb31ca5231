import { assertEquals, assertMatch } from "@std/assert";
import { type Command, helpText } from "../../lib/cli/command.ts";
import { missingPermissionMessage, shellWord } from "../../lib/cli/missing_permission.ts";
import { nearest } from "../../lib/scoring/nearest.ts";

const command: Command = {
  name: "score",
  summary: "measure recall",
  usage: "score [flags]",
  flags: {
    output: { kind: "text", value: "FILE", writes: true, about: "Where to write" },
    log: { kind: "text", value: "FILE", writes: true, about: "Where to log" },
  },
  examples: [{ command: "deno task score", about: "Everything" }],
  permissions: ["--allow-read", "--allow-write=runs", "--allow-net=a.example"],
};

Deno.test("help starts with name and summary and names every flag", () => {
  const text = helpText(command);
  assertEquals(text.split("\n")[0], "score: measure recall");
  assertMatch(text, /--output FILE\n {6}Where to write/);
});

Deno.test("a missing permission is answered with the whole command", () => {
  const refused = (text: string) =>
    new Deno.errors.NotCapable(`Requires ${text}, run again with x`);
  const message = (text: string) =>
    missingPermissionMessage(
      refused(text),
      command,
      ["--output", "/my dir/a.json", "--log=logs/b"],
      "score.ts",
    );
  assertEquals(
    message('write access to "/my dir/a.json.1.tmp"'),
    'Cannot use write "/my dir/a.json.1.tmp": the permission is missing; run: deno run --allow-read ' +
      "'--allow-write=runs,/my dir,logs' --allow-net=a.example score.ts --output '/my dir/a.json' --log=logs/b",
  );
  // What the task grants without a list stays so.
  assertMatch(message('read access to "/x/y"'), /deno run --allow-read '--allow-write=runs,/);
  assertMatch(
    message('net access to "b.example:443"'),
    /--allow-net=a\.example,b\.example:443 score/,
  );
  assertMatch(message('env access to "X"'), /--allow-net=a\.example --allow-env=X score\.ts/);
  assertMatch(message('all access to "/dev/stdin"'), /run: deno run --allow-all score\.ts/);
});

Deno.test("one command has the permissions for all files of the command line, whichever was refused", () => {
  const tight = {
    ...command,
    flags: { ...command.flags, input: { kind: "text", value: "FILE", about: "What to read" } },
    permissions: ["--allow-read=.", "--allow-write=runs"],
  } as const;
  const args = ["--input=../in/q.jsonl", "--output=../out/a.json", "--log=runs/today/log"];
  const commands = [
    'read access to "../in/q.jsonl"',
    'read access to "../out/a.json"',
    'write access to "../out/a.json"',
  ].map((text) =>
    missingPermissionMessage(
      new Deno.errors.NotCapable(`Requires ${text}, run again with x`),
      tight,
      args,
      "score.ts",
    ).split("run: ")[1]!
  );
  const sorted = commands.map((text) => text.split(/[ ,=]/).toSorted().join(" "));
  assertEquals(new Set(sorted).size, 1);
  assertMatch(
    commands[0]!,
    /--allow-read=\.,\.\.\/in,\.\.\/out --allow-write=runs,\.\.\/out score/,
  );
});

Deno.test("shell words are quoted where a shell would split or expand them", () => {
  assertEquals(["a.ts", "a b", "it's", "$X", ""].map(shellWord), [
    "a.ts",
    "'a b'",
    `'it'\\''s'`,
    "'$X'",
    "''",
  ]);
});

Deno.test("the nearest name is offered only when it may be meant", () => {
  assertEquals(nearest("opnalex_keyword", ["openalex_keyword", "exa"]), "openalex_keyword");
  assertEquals(nearest("openalex", ["exa", "openalex_keyword"]), "openalex_keyword");
  assertEquals(nearest("zzzzzz", ["exa", "brave"]), undefined);
  assertEquals(nearest("x", []), undefined);
});
