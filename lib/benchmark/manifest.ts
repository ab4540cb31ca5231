/**
 * A dataset's manifest: which frozen files it consists of, what their bytes
 * hash to, and what scoring them must give. One shape for every dataset.
 */

/** A frozen file. */
export interface Artifact {
  /** Below the base URL, with "/", e.g. `data/bioasq.jsonl`; on disk the file lies beside the manifest under the last part. */
  path: string;
  /** SHA-256 of the file as it is stored (not of what it unpacks to), 64 lower-case hexadecimal digits. */
  sha256: string;
}

/** The files of a dataset by role. */
export interface Artifacts {
  /** Question records. */
  questions: Artifact;
  /** Result records of the manifest's provider. */
  results: Artifact;
  /** The corpus of a built-in search engine, where there is one. */
  papers?: Artifact;
}

/** The role of a file in a dataset. */
export type ArtifactRole = keyof Artifacts;

/** How many gold papers were matched by which identifier. */
export interface TierCounts {
  doi: number;
  pmid: number;
  title: number;
}

/** What scoring `results` against `questions` must give, to the last bit. */
export interface Expected {
  num_questions: number;
  /** Gold papers of all questions together. */
  total_gold: number;
  /** Candidates of all questions together. */
  num_candidates: number;
  /** Where every question has the same number. */
  candidates_per_question?: number;
  /** Ranks at which recall is measured, ascending. */
  cutoffs: number[];
  /** By cutoff, as text; 0 to 1. */
  macro_recall: Record<string, number>;
  /** By cutoff, as text; 0 to 1. */
  micro_recall: Record<string, number>;
  match_tier_counts: TierCounts;
}

/** A file that the frozen ones were made from; named for tracing, never downloaded. */
export interface SourceArtifact {
  name: string;
  sha256: string;
}

/** Where the frozen keyword queries come from. */
export interface KeywordQueryFacts {
  total: number;
  by_provider: Record<string, number>;
  /** By the model that wrote the query in use. */
  by_model: Record<string, number>;
  /** Queries that a second model wrote because the first refused. */
  replaced_after_refusal: { count: number; model: string };
  /** Queries changed because a provider rejected them as generated. */
  repaired_after_rejection: number;
  /** By provider: queries whose request string is not the generated one. */
  request_query_differs: Record<string, number>;
  notes: string[];
}

/** A dataset's manifest.json. */
export interface Manifest {
  /** Name for commands, e.g. `bioasq`. */
  dataset: string;
  /** Name for readers. */
  title: string;
  /** Name of the provider whose results are frozen here. */
  provider: string;
  /** Artifact paths are appended to it; null where the files come with the manifest. */
  base_url: string | null;
  artifacts: Artifacts;
  expected: Expected;
  source_artifacts?: SourceArtifact[];
  keyword_queries?: KeywordQueryFacts;
  /** What a reader of the results should know. */
  notes: string[];
}
