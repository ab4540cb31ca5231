/** Sent as `tool` in every request to NCBI, which wants one word. */
export const NCBI_TOOL = "bioasq_paper_search_eval";
