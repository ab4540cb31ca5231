/** A fake provider, a folder and a search, with what an undisturbed run gives. */
import { loadGold } from "../../lib/benchmark/gold_set.ts";
import type { Question } from "../../lib/benchmark/records.ts";
import { scoreRun } from "../../lib/benchmark/score_run.ts";
import { reportRun } from "../../lib/scoring/run_report.ts";
import {
  type Call,
  type Fault,
  type ProviderServer,
  startProviderServer,
} from "../fakes/provider_server.ts";
import {
  KEY,
  makeDirectory,
  makeQuestions,
  papersFor,
  rowsOf,
  type SearchOptions,
  startSearch,
  type TestDirectory,
} from "../search_process.ts";
import { bytesOf, endedLines } from "./files.ts";
import { type Ended, finish, killWhen, pause } from "./processes.ts";
import { noKeyAnywhere, plainError, wholeLines } from "./promises.ts";
import type { Round } from "./scenario.ts";

/** Providers that are tortured: papers a question in the fake, and pages that these need. */
export const KINDS = {
  elicit: { papers: 200, pages: 1 },
  google_scholar: { papers: 200, pages: 10 },
  brave: { papers: 100, pages: 5 },
} as const;

/** A provider that is tortured. */
export type Kind = keyof typeof KINDS;

/** Requests in flight at the most. */
export const CONCURRENCY = 8;

/** How a scene is set. */
export interface SceneOptions {
  kind: Kind;
  questions?: number;
  faults?: (call: Call) => Fault | undefined;
}

/** A search that can be started, killed and looked at. */
export class SearchScene implements AsyncDisposable {
  readonly outputs: Ended[] = [];

  private constructor(
    readonly round: Round,
    readonly kind: Kind,
    readonly questions: readonly Question[],
    readonly folder: TestDirectory,
    readonly server: ProviderServer,
  ) {}

  /** Sets a scene. */
  static async create(round: Round, options: SceneOptions): Promise<SearchScene> {
    const { kind, questions: count = 12, faults } = options;
    const questions = makeQuestions(count);
    const server = await startProviderServer({
      questions,
      rank: (question) => papersFor(question, KINDS[kind].papers),
      ...(faults ? { faults } : {}),
    });
    return new SearchScene(round, kind, questions, await makeDirectory(questions), server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    await this.folder[Symbol.asyncDispose]();
  }

  /** Path of the output or, with an ending, of one of its companions. */
  path(ending = ""): string {
    return this.folder.path(`runs/${this.kind}${ending}.jsonl`);
  }

  /** Calls that an undisturbed run makes. */
  get needed(): number {
    return this.questions.length * KINDS[this.kind].pages;
  }

  /** Starts a run. */
  start(args: readonly string[] = [], change: Partial<SearchOptions> = {}): Deno.ChildProcess {
    return startSearch({
      provider: this.kind,
      baseUrl: this.server.baseUrlFor(this.kind),
      directory: this.folder.directory,
      args: [
        ...args.some((arg) => arg.startsWith("--concurrency"))
          ? []
          : [`--concurrency=${CONCURRENCY}`],
        "--rate=100000",
        "--timeout=5",
        ...args,
      ],
      ...change,
    });
  }

  /**
   * Runs it to its end, or kills it when something is so, and checks what
   * every run must keep to: it asks for nothing that is on disk, loses nothing
   * that was, and prints no key.
   */
  async run(
    args: readonly string[] = [],
    ready?: () => boolean,
    change: Partial<SearchOptions> = {},
    signal: Deno.Signal = "SIGKILL",
  ): Promise<Ended> {
    const { round } = this;
    const settled = this.settledPages();
    const before = endedLines(this.path());
    const seen = this.server.calls.length;
    const child = this.start(args, change);
    const ended = ready ? await killWhen(round, child, ready, signal) : await finish(round, child);
    if (ended.killed) await this.#quiet();
    this.outputs.push(ended);
    plainError(round, ended);
    for (const { questionId, page } of this.server.calls.slice(seen)) {
      const id = `${questionId} ${page}`;
      round.check(!settled.has(id), `asked again although it was on disk: ${id}`);
    }
    round.same(endedLines(this.path()).slice(0, before.length), before, "rows that were on disk");
    return ended;
  }

  /** What a killed run had sent may still be on its way to the server. */
  async #quiet(): Promise<void> {
    for (let seen = -1; seen !== this.server.calls.length; await pause(50)) {
      seen = this.server.calls.length;
    }
  }

  /** What is on disk and must not be bought again: whole questions and single pages. */
  settledPages(): Set<string> {
    const settled = new Set<string>();
    const { pages } = KINDS[this.kind];
    for (const { question_id } of rowsOf<{ question_id: string }>(this.path())) {
      for (let page = 0; page < pages; page++) settled.add(`${question_id} ${page}`);
    }
    const journal = rowsOf<{ question_id: string; page: number }>(this.path(".pages"));
    for (const { question_id, page } of journal) settled.add(`${question_id} ${page}`);
    return settled;
  }

  /** The run is whole: every row is an undisturbed run's, byte for byte, and so are the scores. */
  async checkWhole(): Promise<void> {
    const { round } = this;
    const expected = await undisturbed(this.kind, this.questions.length);
    for (const ending of ["", ".run", ".failures", ".pages"]) {
      wholeLines(round, this.path(ending), bytesOf(this.path(ending)));
    }
    round.same(endedLines(this.path()).toSorted(), expected.rows, "the rows");
    round.same(
      await scoresOf(this.folder.path("questions.jsonl"), this.path()),
      expected.scores,
      "the scores",
    );
    round.same(rowsOf(this.path(".pages")), [], "pages that are left over");
    noKeyAnywhere(round, KEY, this.folder.directory, this.outputs);
    const keys = new Set(this.server.calls.map(({ key }) => key));
    round.same([...keys], this.server.calls.length > 0 ? [KEY] : [], "the keys that were sent");
    round.same(this.server.strayRequests.length, 0, "requests to another origin");
  }
}

/** The report of a result file. */
async function scoresOf(questions: string, results: string): Promise<unknown> {
  const gold = await loadGold([{ name: questions }]);
  const { matches } = await scoreRun(gold, [{ name: results }]);
  return reportRun({ ...gold, matches, cutoffs: [1, 2, 3, 10, 50] });
}

const calm = new Map<string, Promise<{ rows: string[]; scores: unknown }>>();

/** What a run gives that nobody disturbs; made once. */
function undisturbed(kind: Kind, questions: number): Promise<{ rows: string[]; scores: unknown }> {
  const name = `${kind} ${questions}`;
  const made = calm.get(name) ?? (async () => {
    const set = makeQuestions(questions);
    await using folder = await makeDirectory(set);
    await using server = await startProviderServer({
      questions: set,
      rank: (question) => papersFor(question, KINDS[kind].papers),
    });
    const baseUrl = server.baseUrlFor(kind);
    const options = { provider: kind, baseUrl, directory: folder.directory };
    const { code, stderr } = await startSearch({ ...options, args: ["--rate=100000"] }).output();
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
    const path = folder.path(`runs/${kind}.jsonl`);
    const scores = await scoresOf(folder.path("questions.jsonl"), path);
    return { rows: endedLines(path).toSorted(), scores };
  })();
  calm.set(name, made);
  return made;
}
