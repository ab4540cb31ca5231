/** The valid files that are mutated: small, with every kind of match in them. */

/** Questions; the gold papers share identifiers in the ways that matter. */
export const questions: readonly unknown[] = [
  {
    question_id: "q1",
    question: "Which β-blockers help?",
    max_year: 2014,
    gold: [
      { pmid: "101", doi: "10.1000/A.1", title: "On β-blockers: a “review”." },
      { pmid: "102", doi: "10.1000/a.1", title: "Trial of naïve patients" },
      { pmid: "00103", doi: null, title: "Trial of naive patients" },
    ],
    queries: { google_scholar: { query: "β-blocker AND trial", model: "m" } },
  },
  {
    question_id: "q2",
    question: "What does CD4+ do?",
    max_year: null,
    gold: [
      { pmid: "7", doi: "10.1000/q2", title: "CD4+ cells, again" },
      { pmid: 201, title: "Short" },
    ],
    queries: {},
    note: "kept",
  },
  { question_id: "q3", question: "None?", max_year: 2020, gold: [], queries: {} },
  {
    question_id: "q4",
    question: "Four?",
    max_year: 2001,
    gold: [{ pmid: "https://pubmed.ncbi.nlm.nih.gov/401/", doi: "doi:10.1/Z", title: "" }],
  },
];

/** A run of them. */
export const results: readonly unknown[] = [
  {
    question_id: "q1",
    provider: "made_up",
    query: "Which β-blockers help?",
    max_year: 2014,
    candidates: [
      { rank: 1, provider_id: "a", pmid: "0101", doi: null, title: "Other", year: 2001 },
      { rank: 2, provider_id: "b", pmid: null, doi: "https://doi.org/10.1000/a.1", title: "x" },
      {
        rank: 3,
        provider_id: "c",
        pmid: "999",
        doi: "10.9/no",
        title: "TRIAL OF NAIVE  PATIENTS!",
      },
      { rank: 11, provider_id: "d", pmid: "103", doi: null, title: null, year: null },
    ],
  },
  {
    question_id: "q2",
    provider: "made_up",
    query: "What does CD4+ do?",
    max_year: null,
    candidates: [
      { rank: 5, pmid: null, doi: null, title: "cd4 cells again" },
      { rank: "2", pmid: 201, doi: "", title: "Short" },
      { rank: 30, pmid: "7", doi: null, title: "short." },
    ],
  },
  { question_id: "q3", provider: "made_up", query: "None?", max_year: 2020, candidates: [] },
];

/** Its failures. */
export const failures: readonly unknown[] = [
  {
    question_id: "q4",
    provider: "made_up",
    query: "Four?",
    error: "HTTP 400: bad query “é”",
    status: 400,
    retryable: false,
    response: "<html>",
  },
  { question_id: "q2", provider: "made_up", query: "", error: "e", status: null, retryable: true },
];

/** BioASQ's golden file. */
export const golden: unknown = {
  questions: [
    {
      id: "q1",
      body: "Which?",
      type: "list",
      documents: [
        "http://www.ncbi.nlm.nih.gov/pubmed/101",
        "https://pubmed.ncbi.nlm.nih.gov/102/",
      ],
    },
    { id: "q2", documents: ["http://www.ncbi.nlm.nih.gov/pubmed/7", "7", "201"] },
    { id: "q3", documents: [] },
  ],
};

/** A submission for it. */
export const submission: unknown = {
  username: "u",
  questions: [
    { id: "q1", documents: ["http://www.ncbi.nlm.nih.gov/pubmed/900", "102", "x", "101"] },
    { id: "q2", documents: ["201", "201", "http://www.ncbi.nlm.nih.gov/pubmed/7?dopt=Abstract"] },
  ],
};

/** TREC qrels. */
export const qrels: readonly string[] = [
  "q1 0 101 1",
  "q1 0 102 2",
  "q1\t0\t103\t0",
  "q2 0 7 1",
  "q2 0 00201 1",
  "q2 0 7 0",
  "q3 0 1 -1",
];

/** A TREC run; scores that only differ beyond 32 bits, ties, repeats. */
export const trecRun: readonly string[] = [
  "q1 Q0 900 1 3.00000001 tag",
  "q1 Q0 102 2 3.0 tag",
  "q1 Q0 101 3 1e-3 tag",
  "q2 Q0 7 1 .5 tag",
  "q2 Q0 201 2 5E-1 tag",
  "q2 Q0 7 3 -2 tag",
];
