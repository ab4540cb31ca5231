/** `deno task demo`, in a copy of the program so that nobody's runs are touched. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { copyProgram } from "./support/program_copy.ts";
import { TempFolder } from "./support/run_script.ts";

Deno.test("the demo searches the sample twice, compares, and writes a report, offline and again", async () => {
  await using folder = await TempFolder.create();
  const program = `${folder.path}/program`;
  await copyProgram(program);
  for (const again of [false, true]) {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["task", "demo"],
      cwd: program,
      // Nothing listens there: a download or a call would fail.
      env: { NO_COLOR: "1", ARTIFACT_BASE_URL: "http://127.0.0.1:9/" },
    }).output();
    const text = new TextDecoder().decode(stdout);
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    assertStringIncludes(text, "Paired differences on 60 questions");
    assertStringIncludes(text, `questions  60: ${again ? 60 : 0} done before`);
    assertStringIncludes(new TextDecoder().decode(stderr), "the report is runs/demo/report.html");
    assertStringIncludes(
      await Deno.readTextFile(`${program}/runs/demo/report.html`),
      "stemmed",
    );
  }
});
