/**
 * A dataset's manifest: which frozen files it consists of, what their bytes
 * hash to, and what scoring them must give. One shape for every dataset.
 */
import { checkBaseUrl } from "./artifacts/artifact_url.ts";
import { type JsonField, readJsonFile } from "./json_fields.ts";

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

/**
 * Reads and checks a manifest.
 *
 * @param path Of the manifest.json.
 * @throws {Error} That names the file, the key and the value which is wrong.
 */
export async function readManifest(path: string): Promise<Manifest> {
  const top = await readJsonFile(path);
  const manifest: Manifest = {
    dataset: nameOf(top.get("dataset")),
    title: top.get("title").text(),
    provider: nameOf(top.get("provider")),
    base_url: readBaseUrl(top.get("base_url")),
    artifacts: readArtifacts(top.get("artifacts")),
    expected: readExpected(top.get("expected")),
    notes: top.get("notes").items().map((note) => note.text()),
  };
  const sources = top.get("source_artifacts");
  if (!sources.absent) {
    manifest.source_artifacts = sources.items().map((source) => ({
      name: source.get("name").text(),
      sha256: readSha256(source.get("sha256")),
    }));
  }
  const queries = top.get("keyword_queries");
  if (!queries.absent) {
    manifest.keyword_queries = readKeywordQueries(queries);
  }
  return manifest;
}

function readBaseUrl(field: JsonField): string | null {
  if (field.value === null) return null;
  const text = field.text();
  try {
    return checkBaseUrl(text);
  } catch (cause) {
    throw new Error(
      `Cannot read ${field.file}: "${field.key}": ${(cause as Error).message}`,
      { cause },
    );
  }
}

function readArtifacts(field: JsonField): Artifacts {
  const artifacts: Artifacts = {
    questions: readArtifact(field.get("questions")),
    results: readArtifact(field.get("results")),
  };
  const papers = field.get("papers");
  if (!papers.absent) artifacts.papers = readArtifact(papers);
  const names = new Set<string>();
  for (const [role, artifact] of field.fields()) {
    if (role !== "questions" && role !== "results" && role !== "papers") {
      artifact.refuse("absent: the roles are questions, results and papers");
    }
    const path = artifact.get("path");
    // They lie in one folder: two paths with one last part would be one file.
    const name = path.text().split("/").at(-1)!;
    if (names.has(name)) path.refuse("the only one with this file name");
    names.add(name);
  }
  return artifacts;
}

function readArtifact(field: JsonField): Artifact {
  const path = field.get("path");
  const parts = path.text().split("/");
  // A manifest may come from anywhere: its paths must not lead out of its folder.
  const bad = (part: string) =>
    part === "" || part === "." || part === ".." || /[\\:\0]/.test(part);
  if (parts.some(bad) || parts.at(-1) === "manifest.json") {
    path.refuse("a relative path of a data file, such as data/bioasq.jsonl");
  }
  return { path: path.text(), sha256: readSha256(field.get("sha256")) };
}

function readSha256(field: JsonField): string {
  if (!/^[0-9a-f]{64}$/.test(field.text())) {
    field.refuse("a SHA-256 of 64 lower-case hexadecimal digits");
  }
  return field.text();
}

function readExpected(field: JsonField): Expected {
  const cutoffs = field.get("cutoffs").items().map((item) => item.integer(1));
  if (
    cutoffs.length === 0 || cutoffs.some((k, i) => k <= (cutoffs[i - 1] ?? 0))
  ) {
    field.get("cutoffs").refuse("ranks in ascending order");
  }
  const tiers = field.get("match_tier_counts");
  const expected: Expected = {
    num_questions: field.get("num_questions").integer(),
    total_gold: field.get("total_gold").integer(),
    num_candidates: field.get("num_candidates").integer(),
    cutoffs,
    macro_recall: readByCutoff(field.get("macro_recall"), cutoffs),
    micro_recall: readByCutoff(field.get("micro_recall"), cutoffs),
    match_tier_counts: {
      doi: tiers.get("doi").integer(),
      pmid: tiers.get("pmid").integer(),
      title: tiers.get("title").integer(),
    },
  };
  const each = field.get("candidates_per_question");
  if (!each.absent) expected.candidates_per_question = each.integer();
  return expected;
}

function readByCutoff(
  field: JsonField,
  cutoffs: number[],
): Record<string, number> {
  for (const [name, value] of field.fields()) {
    if (!cutoffs.some((k) => String(k) === name)) {
      value.refuse(`absent: the cutoffs are ${cutoffs.join(", ")}`);
    }
  }
  return Object.fromEntries(
    cutoffs.map((k) => [String(k), field.get(String(k)).fraction()]),
  );
}

function readKeywordQueries(field: JsonField): KeywordQueryFacts {
  const counts = (name: string) =>
    Object.fromEntries(
      field.get(name).fields().map(([key, value]) => [key, value.integer()]),
    );
  const replaced = field.get("replaced_after_refusal");
  return {
    total: field.get("total").integer(),
    by_provider: counts("by_provider"),
    by_model: counts("by_model"),
    replaced_after_refusal: {
      count: replaced.get("count").integer(),
      model: replaced.get("model").text(),
    },
    repaired_after_rejection: field.get("repaired_after_rejection").integer(),
    request_query_differs: counts("request_query_differs"),
    notes: field.get("notes").items().map((note) => note.text()),
  };
}

/** A name for commands and messages; a text of any kind could pretend to be something else there. */
function nameOf(field: JsonField): string {
  const name = field.text();
  return /^[\w.-]{1,64}$/.test(name)
    ? name
    : field.refuse("a name of letters, digits, dots, dashes and underscores");
}
