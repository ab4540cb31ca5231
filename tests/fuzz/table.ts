/** The table that a fuzz run prints. */
import type { FuzzRow } from "./fuzz.ts";

const COLUMNS = ["inputs", "accepted", "refused", "crashes", "hangs", "violations"] as const;

/** Rows and their sums as a Markdown table. */
export function fuzzTable(rows: readonly FuzzRow[]): string {
  const sums = Object.fromEntries(
    COLUMNS.map((column) => [column, rows.reduce((sum, row) => sum + row[column], 0)]),
  ) as Record<typeof COLUMNS[number], number>;
  const lines = [...rows, { target: "all", ...sums }].map((row) =>
    `| ${row.target} | ${COLUMNS.map((column) => row[column]).join(" | ")} |`
  );
  return [
    `| target | ${COLUMNS.join(" | ")} |`,
    `| --- |${COLUMNS.map(() => " ---: |").join("")}`,
    ...lines,
  ].join("\n") + "\n";
}
