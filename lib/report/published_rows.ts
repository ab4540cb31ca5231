/** Published figures to show beside measured ones. */
import { readReported, reportedRows } from "../benchmark/reported.ts";

/** A published row: never measured by this program. */
export interface PublishedRow {
  /** Name for readers of a table that has measured rows too: says that the figures were published. */
  label: string;
  /** Name of the provider, for where that is said above. */
  name: string;
  /** The published table that it is from. */
  table: string;
  /** Name in the provider table. */
  provider: string;
  /** By cutoff; null where the provider gave no results at that depth. */
  recall: Readonly<Record<string, number | null>>;
}

/** Stands below a table with such rows. */
export const PUBLISHED_NOTE = "published: figures of data/reported.json, not measured here";

/**
 * Reads what was published.
 *
 * @param path Of the reported.json.
 * @param provider Only the rows of this provider; all rows where absent.
 * @throws {Error} that names the file and what is wrong in it.
 */
export async function publishedRows(path: string, provider?: string): Promise<PublishedRow[]> {
  const reported = await readReported(path);
  if (provider !== undefined) {
    return reportedRows(reported, provider).map(({ table, row }) => ({
      label: `Published, ${table.name} table`,
      name: row.label,
      table: table.name,
      provider,
      recall: row.macro_recall,
    }));
  }
  return reported.tables.flatMap((table) =>
    table.rows.map((row) => ({
      label: `${row.label} (${table.name} table; published, not measured here)`,
      name: row.label,
      table: table.name,
      provider: row.provider,
      recall: row.macro_recall,
    }))
  );
}
