/** Renders pages and looks at them in Debian's Chromium; see browser/report_page.ts. */
import { fromFileUrl, join } from "@std/path";
import { renderReport } from "../../../lib/report/html/render_report.ts";
import type { ReportModel } from "../../../lib/report/report_model.ts";
import { madeUpModel } from "./made_up_model.ts";

/** Where Debian puts it. */
const CHROMIUM = "/usr/bin/chromium";
const FOLDER = fromFileUrl(new URL("./browser/", import.meta.url));

const PAIR = [
  { label: "alpha", depth: 200, skill: 0.8 },
  { label: "beta", depth: 20, skill: 0.7 },
];
const SIX = ["one", "two", "three", "four", "five", "six"].map((name, at) => ({
  label: `run ${name}`,
  depth: [200, 20, 50, 200, 200, 100][at]!,
  skill: 0.9 - at / 15,
}));

Deno.test({
  name: "the report in Chromium: quiet, sortable, searchable, accessible, safe",
  ignore: Deno.env.has("CI") || !isFile(CHROMIUM),
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "report_pages_" });
    // Set by who wants to look at the pages: a folder.
    const shots = Deno.env.get("REPORT_SCREENSHOTS");
    try {
      for (const [name, model] of Object.entries(models())) {
        await Deno.writeTextFile(join(folder, `${name}.html`), renderReport(model));
      }
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["test", "-A", "--no-prompt", "--config", join(FOLDER, "browser.json")],
          ...[join(FOLDER, "report_page.ts"), "--", CHROMIUM, folder],
          ...(shots === undefined ? [] : [shots]),
        ],
        env: { NO_COLOR: "1" },
      }).output();
      if (success) return;
      const decoder = new TextDecoder();
      throw new Error(`in Chromium:\n${decoder.decode(stdout)}${decoder.decode(stderr)}`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

function models(): Record<string, ReportModel> {
  return {
    small: withOddIdentifiers(
      madeUpModel({ questions: 60, runs: PAIR, hostile: "<img src=x onerror=alert(1)>" }),
    ),
    large: madeUpModel({ questions: 5486, runs: SIX, resamples: 50 }),
    single: madeUpModel({ questions: 20, runs: PAIR.slice(0, 1) }),
  };
}

/** The last question's first gold paper gets identifiers that are none. */
function withOddIdentifiers(model: ReportModel): ReportModel {
  const last = model.questions.at(-1)!;
  const odd = { pmid: "javascript:alert(1)", doi: "javascript:alert(2)", title: null };
  return {
    ...model,
    questions: [...model.questions.slice(0, -1), { ...last, gold: [odd, ...last.gold.slice(1)] }],
  };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
