import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { ArtifactUnavailable } from "../../../lib/benchmark/artifacts/artifact_errors.ts";
import { ArtifactServer } from "../../fakes/artifact_server.ts";
import { childCommand, runChild } from "./child.ts";
import { artifactOf, PATH, sampleBytes, Workplace } from "./workplace.ts";

const BYTES = sampleBytes(300_000);

/** Whether this machine lets a process mount something only it can see. */
const CAN_MOUNT = await new Deno.Command("unshare", {
  args: ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /tmp"],
  stdout: "null",
  stderr: "null",
}).output().then(({ success }) => success, () => false);

/** A command that runs another one with a small memory disk in a folder. */
function onMount(options: string, folder: string, command: string[]): string[] {
  const script = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"';
  return ["unshare", "-rm", "sh", "-c", script, "sh", options, folder, ...command];
}

Deno.test("a missing permission is named with every flag that is missing", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const { sha256 } = await artifactOf(BYTES);
  const run = (...permissions: string[]) =>
    runChild(childCommand(permissions, [place.directory, server.baseUrl, sha256]));
  const net = `--allow-net=127.0.0.1:${server.port}`;
  const write = `--allow-write=${place.directory}`;

  const both = await run("--allow-read");
  assertEquals([both.reason, both.cause], ["permission", "NotCapable"]);
  assertStringIncludes(both.message!, `Deno was not given the permission. Add ${net} ${write}, or`);
  const noNet = await run("--allow-read", write);
  assertEquals([noNet.reason, noNet.cause], ["permission", "NotCapable"]);
  assertStringIncludes(noNet.message!, `Add ${net}, or put the file at ${place.target}`);
  const noWrite = await run("--allow-read", net);
  assertStringIncludes(noWrite.message!, `Add ${write}, or`);
  // Something may be there: that is no reason to go on without it.
  const noRead = await run(net, write);
  assertEquals([noRead.name, noRead.cause], ["Error", "NotCapable"]);
  assertEquals(await place.names(), []);
  assertEquals(server.requests.length, 0);
  const all = await run(`--allow-read=${place.directory}`, net, write);
  assertEquals(all, { length: 300_000 });
});

Deno.test("a folder that is not there is told before any request", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  const directory = join(place.directory, "none");
  const error = await assertRejects(
    () => place.load(artifact, server.baseUrl, { directory }),
    ArtifactUnavailable,
  );
  assertEquals(error.reason, "unwritable");
  assertStringIncludes(error.message, `${directory} cannot be written (No such file`);
  assertEquals(server.requests.length, 0);
});

Deno.test("something that is no file in the artifact's place is an error, not a reason to download", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  await Deno.mkdir(place.target);
  await assertRejects(
    () => place.load(artifact, server.baseUrl),
    Error,
    `Cannot read ${place.target}: it is not a file`,
  );
  const file = join(place.directory, "file");
  await Deno.writeTextFile(file, "");
  await assertRejects(
    () => place.load(artifact, server.baseUrl, { directory: file }),
    Error,
    `Cannot read ${join(file, "results.jsonl.gz")}: Not a directory`,
  );
  assertEquals(server.requests.length, 0);
});

Deno.test({
  name: "a disk that is read-only is told before any request",
  ignore: !CAN_MOUNT,
  async fn() {
    await using server = new ArtifactServer({ [PATH]: BYTES });
    await using place = await Workplace.create();
    const { sha256 } = await artifactOf(BYTES);
    const command = childCommand(["-A"], [place.directory, server.baseUrl, sha256]);
    const result = await runChild(onMount("ro", place.directory, command));
    assertEquals(result.reason, "unwritable");
    assertStringIncludes(result.message!, `${place.directory} cannot be written (Read-only file`);
    assertEquals(server.requests.length, 0);
  },
});

Deno.test({
  name: "a full disk is told as such",
  ignore: !CAN_MOUNT,
  async fn() {
    await using server = new ArtifactServer({ [PATH]: BYTES });
    await using place = await Workplace.create();
    const { sha256 } = await artifactOf(BYTES);
    const command = childCommand(["-A"], [place.directory, server.baseUrl, sha256]);
    const result = await runChild(onMount("size=64k", place.directory, command));
    assertEquals(result.reason, "no_space");
    assertStringIncludes(result.message!, `no space is left in ${place.directory} (No space`);
    assertStringIncludes(result.message!, "Make room and run again, or");
    assertEquals(server.requests.length, 1);
  },
});
