/** What a search reads: the questions, and the corpus of the built-in engine. */
import type { DownloadProgress } from "../benchmark/artifacts/download_options.ts";
import { datasetFiles, openDataset } from "../benchmark/dataset.ts";
import { HashedSource } from "../benchmark/hashed_source.ts";
import { openQuestions } from "../benchmark/question_source.ts";
import { readQuestions } from "../benchmark/read_questions.ts";
import type { Provider } from "../providers/provider.ts";
import { type AskedQuestion, toAsked } from "./asked_question.ts";
import { type Corpus, readCorpus } from "./corpus.ts";

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
  /** Every file that was read or is pinned beside it, which no output may be. */
  files: string[];
  /** Null for providers that have their own. */
  corpus: Corpus | null;
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
  const loading = {
    offline: options.offline,
    onNotice,
    onProgress: options.onProgress,
  };
  const of = provider.kind === "local"
    ? await openDataset(dataset!, { root, baseUrl: artifactBaseUrl })
    : null;
  const corpus = of && await whereAllowed("the corpus", readCorpus(of, loading));
  const opened = await whereAllowed(
    "the questions",
    openQuestions({ ...loading, input, dataset, root, artifactBaseUrl }),
  );
  const hashed = new HashedSource(opened.source.name);
  const source = opened.dataset === null ? hashed : opened.source;
  const questions: AskedQuestion[] = [];
  await readQuestions(source, {
    onQuestion: (question) => questions.push(toAsked(question, provider.query)),
    onNotice,
  });
  if (questions.every((question) => question.query === null)) {
    const [missing, wanted] = provider.query === "question"
      ? ["question texts (TREC qrels hold ids alone)", 'the field "question"']
      : [`frozen keyword query for ${provider.query}`, `queries.${provider.query}`];
    throw new Error(
      `Cannot search with ${provider.name}: ${source.name} has no ${missing}; ` +
        `give a question file with ${wanted}`,
    );
  }
  return {
    path: source.name,
    // A dataset's questions were verified against the hash that its manifest gives.
    sha256: opened.dataset?.manifest.artifacts.questions.sha256.toLowerCase() ?? hashed.sha256,
    questions,
    corpus,
    files: [source.name, ...[opened.dataset, of].flatMap((each) => each ? datasetFiles(each) : [])],
  };
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
