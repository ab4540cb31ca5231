/** The table that a torture run prints. */
import type { TortureRow } from "./torture.ts";

const COLUMNS = ["rounds", "runs", "kills", "faults", "checks", "violations"] as const;

/** Rows and their sums as a Markdown table; what was skipped says why. */
export function tortureTable(rows: readonly TortureRow[]): string {
  const sums = COLUMNS.map((column) => rows.reduce((sum, row) => sum + row[column], 0));
  const line = (name: string, cells: readonly unknown[]) => `| ${name} | ${cells.join(" | ")} |`;
  return [
    line("scenario", COLUMNS),
    `| --- |${COLUMNS.map(() => " ---: |").join("")}`,
    ...rows.map((row) =>
      row.skipped === null
        ? line(row.scenario, COLUMNS.map((column) => row[column]))
        : line(`${row.scenario} (skipped: ${row.skipped})`, COLUMNS.map(() => "–"))
    ),
    line("all", sums),
  ].join("\n") + "\n";
}
