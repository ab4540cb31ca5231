/** Reading a dataset's manifest.json, with errors that name the key. */
import { checkBaseUrl } from "./artifacts/artifact_url.ts";
import { type JsonField, readJsonFile } from "./json_fields.ts";
import type { Artifact, Artifacts, Expected, KeywordQueryFacts, Manifest } from "./manifest.ts";

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
