/** What every format of a run is read into. */
import type { JsonObject } from "./record_fields.ts";

/** A candidate as far as scoring reads it; the rank is checked there. */
export interface RunCandidate {
  rank: unknown;
  pmid: string | null;
  doi: string | null;
  title: string | null;
}

/** The ranked list of one question, from any format. */
export interface RunRow {
  questionId: string;
  /** Null where the format or the row does not say. */
  provider: string | null;
  candidates: RunCandidate[];
  /** The row itself, in JSON Lines only: all its fields. */
  row?: JsonObject;
}
