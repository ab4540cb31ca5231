/** Name of this program. */
export const PROGRAM = "paper-search-benchmark";

/** Version of this program, for run records and the User-Agent header. */
export const VERSION = "0.1.0";

/** How this program introduces itself to servers. */
export const USER_AGENT = `${PROGRAM}/${VERSION} (benchmark of search APIs on BioASQ)`;
