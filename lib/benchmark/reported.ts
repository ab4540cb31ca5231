/** The figures that were published for this benchmark, to print beside measured ones. */
import { type JsonField, readJsonFile } from "./json_fields.ts";

/** A published macro recall by cutoff, as text; null where the provider gave no results at that depth. */
export type ReportedRecall = Record<string, number | null>;

/** One provider's line in a published table. */
export interface ReportedRow {
  /** Name in the provider table, e.g. `openalex_keyword`. */
  provider: string;
  /** Name for readers. */
  label: string;
  /** What was searched, where it differs from the table's scope. */
  scope?: string;
  /** When the figures were corrected, YYYY-MM-DD. */
  corrected?: string;
  macro_recall: ReportedRecall;
  /** The figures before that correction. */
  before_correction?: ReportedRecall;
}

/** A published table. */
export interface ReportedTable {
  name: string;
  title: string;
  /** What was searched, unless a row says otherwise; null where nothing was said. */
  scope: string | null;
  rows: ReportedRow[];
}

/** The file data/reported.json. */
export interface Reported {
  /** Where the figures were published. */
  source: string;
  measure: "macro_recall";
  cutoffs: number[];
  tables: ReportedTable[];
  notes: string[];
}

/**
 * Reads and checks published figures.
 *
 * @param path Of the reported.json.
 * @throws {Error} That names the file, the key and the value which is wrong.
 */
export async function readReported(path: string): Promise<Reported> {
  const top = await readJsonFile(path);
  const measure = top.get("measure");
  if (measure.value !== "macro_recall") measure.refuse('"macro_recall"');
  const cutoffs = top.get("cutoffs").items().map((item) => item.integer(1));
  return {
    source: top.get("source").text(),
    measure: "macro_recall",
    cutoffs,
    tables: top.get("tables").items().map((table) => ({
      name: table.get("name").text(),
      title: table.get("title").text(),
      scope: table.get("scope").absent ? null : table.get("scope").text(),
      rows: table.get("rows").items().map((row) => readRow(row, cutoffs)),
    })),
    notes: top.get("notes").items().map((note) => note.text()),
  };
}

/**
 * Finds what was published for a provider.
 *
 * @param provider Name in the provider table.
 * @returns Its rows with their tables; more than one where it stands in several, none where it stands in none.
 */
export function reportedRows(
  reported: Reported,
  provider: string,
): { table: ReportedTable; row: ReportedRow }[] {
  return reported.tables.flatMap((table) =>
    table.rows.filter((row) => row.provider === provider)
      .map((row) => ({ table, row }))
  );
}

function readRow(field: JsonField, cutoffs: number[]): ReportedRow {
  const recall = (name: string): ReportedRecall =>
    Object.fromEntries(cutoffs.map((cutoff) => {
      const value = field.get(name).get(String(cutoff));
      return [String(cutoff), value.value === null ? null : value.fraction()];
    }));
  const row: ReportedRow = {
    provider: field.get("provider").text(),
    label: field.get("label").text(),
    macro_recall: recall("macro_recall"),
  };
  for (const name of ["scope", "corrected"] as const) {
    if (!field.get(name).absent) row[name] = field.get(name).text();
  }
  if (!field.get("before_correction").absent) {
    row.before_correction = recall("before_correction");
  }
  return row;
}
