/** What this program is called wherever it says who it is. */

/** Name of this program: in reports, in the User-Agent header, and as `tool` at NCBI, which wants one word. */
export const PROGRAM = "paper-search-benchmark";

/** Version of this program, for reports, run records and the User-Agent header. */
export const VERSION = "0.1.0";
