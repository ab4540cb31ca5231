/** What a search reads: the questions, and the corpus of the built-in engine. */
import { createHash } from "node:crypto";
import { loadArtifact } from "../benchmark/artifacts/load_artifact.ts";
import { artifactFile, type Dataset, openDataset } from "../benchmark/dataset.ts";
import { forEachLine } from "../benchmark/lines.ts";
import { readQuestions } from "../benchmark/read_questions.ts";
import { identifier, parseObject } from "../benchmark/record_fields.ts";
import { FileError, readChunks, type TextSource } from "../benchmark/text_source.ts";
import type { Paper, Provider } from "../providers/provider.ts";
import { type AskedQuestion, toAsked } from "./asked_question.ts";
import { startProgress } from "./progress.ts";

/** Where the input is. */
export interface InputOptions {
  /** A question file; wins over the dataset. */
  input?: string | undefined;
  /** Name or folder of a dataset. */
  dataset?: string | undefined;
  /** The program's root folder. */
  root: string;
  offline: boolean;
  provider: Provider;
  onNotice: (text: string) => void;
  /** Shows the progress of a download. */
  display: { write: (text: string) => void; live: boolean; quiet: boolean };
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
  const { input, provider } = options;
  const needsDataset = input === undefined || provider.kind === "local";
  if (provider.kind === "local" && options.dataset === undefined) {
    throw new Error(
      `Cannot search with ${provider.name}: it needs a corpus; name a dataset that has one, such as --dataset sample`,
    );
  }
  const dataset = needsDataset
    ? await openDataset(options.dataset ?? "bioasq", { root: options.root })
    : null;
  const asked = input === undefined
    ? await questionsOfDataset(dataset!, options)
    : await questionsOfFile(input, options);
  const papers = provider.kind === "local" ? await readPapers(dataset!, options) : null;
  return {
    ...asked,
    papers: papers?.papers ?? [],
    files: [asked.path, ...(papers ? [papers.path] : [])],
  };
}

async function questionsOfFile(path: string, options: InputOptions) {
  const hash = createHash("sha256");
  for await (const chunk of readChunksAsStored(path)) hash.update(chunk);
  return {
    path,
    sha256: hash.digest("hex"),
    questions: await questionsOf({ name: path }, options),
  };
}

/** The bytes of a file before unpacking, which are what a hash of it is about. */
async function* readChunksAsStored(path: string): AsyncGenerator<Uint8Array> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    // The reader of questions says it better, with the remedy.
    for await (const _ of readChunks({ name: path })) break;
    throw error;
  }
  try {
    const buffer = new Uint8Array(1 << 20);
    for (let read; (read = await file.read(buffer)) !== null;) yield buffer.subarray(0, read);
  } catch (cause) {
    throw new FileError(path, null, `cannot be read: ${(cause as Error).message}`, { cause });
  } finally {
    file.close();
  }
}

async function questionsOfDataset(dataset: Dataset, options: InputOptions) {
  const path = artifactFile(dataset, "questions")!;
  const bytes = await load(dataset, "questions", options);
  return {
    path,
    sha256: dataset.manifest.artifacts.questions.sha256,
    questions: await questionsOf({ name: path, bytes }, options),
  };
}

async function questionsOf(source: TextSource, options: InputOptions): Promise<AskedQuestion[]> {
  const questions: AskedQuestion[] = [];
  await readQuestions(source, {
    onQuestion: (question) => questions.push(toAsked(question, options.provider.query)),
    onNotice: options.onNotice,
  });
  const { query, name } = options.provider;
  if (query !== "question" && questions.every((question) => question.query === null)) {
    throw new Error(
      `Cannot search with ${name}: ${source.name} has no frozen keyword query for ${query}; ` +
        `give a question file with queries.${query}`,
    );
  }
  return questions;
}

async function readPapers(dataset: Dataset, options: InputOptions) {
  const path = artifactFile(dataset, "papers");
  if (path === null) {
    throw new Error(
      `Cannot search with ${options.provider.name}: the dataset ${dataset.name} has no papers.jsonl; use --dataset sample`,
    );
  }
  const papers: Paper[] = [];
  await forEachLine({ name: path, bytes: await load(dataset, "papers", options) }, (line) => {
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

async function load(
  dataset: Dataset,
  role: "questions" | "papers",
  options: InputOptions,
): Promise<Uint8Array> {
  const { display } = options;
  const progress = startProgress({ unit: "bytes", total: null, ...display });
  try {
    return await loadArtifact(dataset.manifest.artifacts[role]!, {
      directory: dataset.directory,
      baseUrl: dataset.baseUrl,
      offline: options.offline,
      onNotice: progress.note,
      onProgress: ({ received }) => progress.update(received),
    });
  } catch (error) {
    if (!lacksPermission(error)) throw error;
    // Told without its cause, which would be answered with a command that lets this provider write data.
    throw new Error(
      `Cannot download ${artifactFile(dataset, role)}: this task may only reach its provider; ` +
        `get it with deno task score, then run the same command again`,
    );
  } finally {
    progress[Symbol.dispose]();
  }
}

function lacksPermission(error: unknown): boolean {
  return error instanceof Error &&
    (error instanceof Deno.errors.NotCapable || lacksPermission(error.cause));
}
