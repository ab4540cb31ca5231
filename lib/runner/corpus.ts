/** The papers that the built-in engine searches. */
import { loadArtifact, type LoadOptions } from "../benchmark/artifacts/load_artifact.ts";
import { artifactFile, type Dataset } from "../benchmark/dataset.ts";
import { forEachLine } from "../benchmark/lines.ts";
import { identifier, parseObject } from "../benchmark/record_fields.ts";
import { FileError } from "../benchmark/text_source.ts";
import type { Paper } from "../providers/provider.ts";

/** A corpus that was read. */
export interface Corpus {
  /** Of the file as it is stored, hexadecimal. */
  sha256: string;
  papers: Paper[];
}

/**
 * Reads the papers of a dataset, verified against its manifest, downloaded
 * first where they are not on disk.
 *
 * @throws {FileError} for a line that is no paper.
 * @throws {Error} where the dataset has no corpus or it cannot be had.
 */
export async function readCorpus(
  dataset: Dataset,
  loading: Partial<LoadOptions>,
): Promise<Corpus> {
  const path = artifactFile(dataset, "papers");
  if (path === null) {
    throw new Error(
      `Cannot search locally: the dataset ${dataset.name} has no papers.jsonl; use --dataset sample`,
    );
  }
  const { directory, baseUrl, manifest } = dataset;
  const artifact = manifest.artifacts.papers!;
  const bytes = await loadArtifact(artifact, { ...loading, directory, baseUrl });
  const papers: Paper[] = [];
  await forEachLine({ name: path, bytes }, (line) => {
    try {
      papers.push(paperOf(line.text));
    } catch (cause) {
      throw new FileError(path, line.number, (cause as Error).message, { cause });
    }
  });
  return { sha256: artifact.sha256.toLowerCase(), papers };
}

function paperOf(text: string): Paper {
  const row = parseObject(text);
  const pmid = identifier(row.pmid, "pmid");
  if (pmid === null || typeof row.title !== "string") {
    throw new Error("a paper needs a pmid and a title");
  }
  const year = row.year ?? null;
  if (year !== null && !Number.isSafeInteger(year)) throw new Error(`year is ${year}, no year`);
  return {
    pmid,
    doi: identifier(row.doi, "doi"),
    pmcid: identifier(row.pmcid, "pmcid"),
    title: row.title,
    year: year as number | null,
  };
}
