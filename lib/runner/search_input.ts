/** What a search reads: the questions, and the corpus of the built-in engine. */
import { createHash } from "node:crypto";
import type { DownloadProgress } from "../benchmark/artifacts/download_options.ts";
import { loadArtifact } from "../benchmark/artifacts/load_artifact.ts";
import { artifactFile, type Dataset, openDataset } from "../benchmark/dataset.ts";
import { forEachLine } from "../benchmark/lines.ts";
import { openQuestions } from "../benchmark/question_source.ts";
import { readQuestions } from "../benchmark/read_questions.ts";
import { identifier, parseObject } from "../benchmark/record_fields.ts";
import { FileError, type TextSource } from "../benchmark/text_source.ts";
import type { Paper, Provider } from "../providers/provider.ts";
import { type AskedQuestion, toAsked } from "./asked_question.ts";

/** Where the input is. */
export interface InputOptions {
  /** A question file; wins over the dataset. */
  input?: string | undefined;
  /** Name or folder of a dataset. @default "bioasq" */
  dataset?: string | undefined;
  /** The program's root folder. */
  root: string;
  /** Replaces the address from which frozen files are downloaded. */
  artifactBaseUrl?: string | undefined;
  offline: boolean;
  provider: Provider;
  onNotice: (text: string) => void;
  /** Hears of downloads. */
  onProgress: (progress: DownloadProgress) => void;
}

/** What was read. */
export interface SearchInput {
  /** Path of the question file. */
  path: string;
  /** Of the file as it is stored, hexadecimal. */
  sha256: string;
  questions: AskedQuestion[];
  /** Every file that was read, which no output may be. */
  files: string[];
  /** The corpus; empty for providers that have their own. */
  papers: Paper[];
}

/**
 * Reads the questions, from `--input`, else from the dataset (bioasq by
 * default), downloading a frozen file that is not there yet.
 *
 * @throws {Error} where a file is missing, broken, or the local engine has no corpus.
 */
export async function readSearchInput(options: InputOptions): Promise<SearchInput> {
  const { provider, dataset, root, input, onNotice, artifactBaseUrl } = options;
  if (provider.kind === "local" && dataset === undefined) {
    throw new Error(
      `Cannot search with ${provider.name}: it needs a corpus; name a dataset that has one, such as --dataset sample`,
    );
  }
  const corpus = provider.kind === "local"
    ? await openDataset(dataset!, { root, baseUrl: artifactBaseUrl })
    : null;
  const papers = corpus ? await readPapers(corpus, options) : null;
  const { source } = await whereAllowed(
    "the questions",
    openQuestions({ ...loadOptions(options), input, dataset, root, artifactBaseUrl }),
  );
  const questions: AskedQuestion[] = [];
  await readQuestions(source, {
    onQuestion: (question) => questions.push(toAsked(question, provider.query)),
    onNotice,
  });
  if (questions.every((question) => question.query === null)) {
    throw new Error(
      `Cannot search with ${provider.name}: ${source.name} has no frozen keyword query for ${provider.query}; ` +
        `give a question file with queries.${provider.query}`,
    );
  }
  return {
    path: source.name,
    sha256: await sha256Of(source),
    questions,
    papers: papers?.papers ?? [],
    files: [source.name, ...(papers ? [papers.path] : [])],
  };
}

async function sha256Of({ name, bytes }: TextSource): Promise<string> {
  const hash = createHash("sha256");
  if (bytes) hash.update(await bytes);
  else for await (const chunk of readChunksAsStored(name)) hash.update(chunk);
  return hash.digest("hex");
}

/** The bytes of a file before unpacking, which are what a hash of it is about. */
async function* readChunksAsStored(path: string): AsyncGenerator<Uint8Array> {
  const file = await Deno.open(path);
  try {
    const buffer = new Uint8Array(1 << 20);
    for (let read; (read = await file.read(buffer)) !== null;) yield buffer.subarray(0, read);
  } catch (cause) {
    throw new FileError(path, null, `cannot be read: ${(cause as Error).message}`, { cause });
  } finally {
    file.close();
  }
}

async function readPapers(dataset: Dataset, options: InputOptions) {
  const path = artifactFile(dataset, "papers");
  if (path === null) {
    throw new Error(
      `Cannot search with ${options.provider.name}: the dataset ${dataset.name} has no papers.jsonl; use --dataset sample`,
    );
  }
  const papers: Paper[] = [];
  const { directory, baseUrl, manifest } = dataset;
  const bytes = await whereAllowed(
    path,
    loadArtifact(manifest.artifacts.papers!, { ...loadOptions(options), directory, baseUrl }),
  );
  await forEachLine({ name: path, bytes }, (line) => {
    try {
      papers.push(paperOf(line.text));
    } catch (cause) {
      throw new FileError(path, line.number, (cause as Error).message, { cause });
    }
  });
  return { path, papers };
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

function loadOptions({ offline, onNotice, onProgress }: InputOptions) {
  return { offline, onNotice, onProgress };
}

/** Explains a download that the task has no permission for. */
async function whereAllowed<T>(what: string, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (!lacksPermission(error)) throw error;
    // Told without its cause, which would be answered with a command that lets this provider write data.
    throw new Error(
      `Cannot download ${what}: this task may only reach its provider; ` +
        `get them with deno task score, then run the same command again`,
    );
  }
}

function lacksPermission(error: unknown): boolean {
  return error instanceof Error &&
    (error instanceof Deno.errors.NotCapable || lacksPermission(error.cause));
}
