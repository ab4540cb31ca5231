/**
 * The file formats once more, written straight from their description (README,
 * "Files"): the whole file at once, no streaming. What is no such file throws.
 */
import { gunzipSync } from "node:zlib";
import { type NaiveList, naivePmid, type NaiveQuestion } from "./naive_score.ts";

type Fields = Record<string, unknown>;

interface Line {
  text: string;
  /** The last line, without a line feed. */
  open: boolean;
  /** Bytes that are no UTF-8, allowed at the very end of a file only. */
  torn: boolean;
}

function fail(reason: string): never {
  throw new Error(reason);
}

/** All members of a gzip file; behind them there may be zeros and nothing else. */
function unpacked(bytes: Uint8Array): Uint8Array {
  // What `info` adds is not in the types.
  const { buffer, engine } = gunzipSync(bytes, { info: true } as object) as unknown as {
    buffer: Uint8Array;
    engine: { bytesWritten: number };
  };
  if (bytes.subarray(engine.bytesWritten).some((byte) => byte !== 0)) fail("not only zeros");
  return new Uint8Array(buffer);
}

/** All lines that are not blank. */
function linesOf(bytes: Uint8Array): Line[] {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(bytes) : bytes;
  const lines: Line[] = [];
  let start = 0;
  while (start < plain.length) {
    const feed = plain.indexOf(10, start);
    const open = feed === -1;
    const raw = plain.subarray(start, open ? plain.length : feed);
    start = open ? plain.length : feed + 1;
    const line = { text: "", open, torn: false };
    try {
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      line.text = decoder.decode(raw).replace(/\r$/, "");
    } catch {
      if (!open) fail("no UTF-8");
      // Cut in the middle of its last character: some text shorter by up to 3 bytes is UTF-8.
      const whole = [1, 2, 3].map((cut) => raw.subarray(0, Math.max(0, raw.length - cut)))
        .find((part) => isUtf8(part));
      const tail = raw.subarray(whole?.length ?? 0);
      if (!whole || !startsCharacter(tail)) fail("no UTF-8");
      line.torn = true;
      line.text = `${new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole)}\ufffd`;
    }
    if (raw.byteOffset === plain.byteOffset) line.text = line.text.replace(/^\ufeff/, "");
    if (line.torn || line.text.trim() !== "") lines.push(line);
  }
  return lines;
}

function isUtf8(bytes: Uint8Array): boolean {
  return !new TextDecoder().decode(bytes).includes("\ufffd");
}

/** Whether bytes are the first, but not all, of a character. */
function startsCharacter([first = 0, ...rest]: Iterable<number>): boolean {
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  const character = [first, ...rest, 0x90, 0x90, 0x90].slice(0, length);
  return rest.length + 1 < length && isUtf8(Uint8Array.from(character));
}

/** Parses lines; a last one that is cut off is left out where that is allowed. */
function parsed<T>(
  lines: readonly Line[],
  parse: (text: string) => T | null,
  tornIsFine: boolean,
  isBeginning = beginsJson,
): T[] {
  return lines.flatMap(({ text, open }, at) => {
    const value = parse(text);
    if (value !== null) return [value];
    if (open && tornIsFine && at > 0 && isBeginning(text)) return [];
    return fail("broken line");
  });
}

function jsonOf(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** What may be missing at the end of a word, a number or a string. */
const WORD_ENDS = [
  ...["", '"', '\\"', '0"', '00"', '000"', '0000"', "0", "true", "rue", "ue", "e", "false", "alse"],
  ...["lse", "se", "null", "ull", "ll", "l", '"a"'],
];

/** Whether a text is the beginning of JSON: some completion of it can be parsed. */
function beginsJson(text: string): boolean {
  const closers: string[] = [];
  // Strings are taken out first, the last one also where it is open.
  for (const character of text.replace(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, "")) {
    if (character === "{") closers.unshift("}");
    if (character === "[") closers.unshift("]");
    if (character === "}" || character === "]") closers.shift();
  }
  return WORD_ENDS.some((word) =>
    ["", ":0", "0", '"a":0'].some((value) => jsonOf(text + word + value + closers.join("")))
  );
}

function objectOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Fields
    : fail("no object");
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || typeof value === "string") return value ?? null;
  return Number.isSafeInteger(value) ? String(value) : fail("no identifier");
}

function idOf(value: unknown): string {
  return textOf(value) || fail("no id");
}

function unique<T extends { id: string }>(items: T[]): T[] {
  if (items.length === 0) fail("empty");
  return new Set(items.map(({ id }) => id)).size === items.length ? items : fail("an id twice");
}

/** Question files of our own. */
export function naiveQuestions(bytes: Uint8Array): NaiveQuestion[] {
  return unique(
    parsed(linesOf(bytes), jsonOf, false).map(({ json }) => {
      const row = objectOf(json);
      const year = row.max_year ?? null;
      if (year !== null && !Number.isSafeInteger(year)) fail("max_year");
      if (typeof (row.question ?? "") !== "string") fail("question");
      objectOf(row.queries ?? {});
      if (!Array.isArray(row.gold)) fail("gold");
      const gold = (row.gold as unknown[]).map(objectOf).map((paper) => ({
        pmid: textOf(paper.pmid) ?? fail("no PMID"),
        doi: textOf(paper.doi),
        title: textOf(paper.title),
      }));
      const pmids = gold.map(({ pmid }) => naivePmid(pmid) ?? fail("no PMID"));
      if (new Set(pmids).size < pmids.length) fail("a PMID twice");
      return { id: idOf(row.question_id), gold };
    }),
  );
}

/** Result files of our own. */
export function naiveResults(bytes: Uint8Array): NaiveList[] {
  return unique(
    parsed(linesOf(bytes), jsonOf, true).map(({ json }) => {
      const row = objectOf(json);
      if (!Array.isArray(row.candidates)) fail("candidates");
      const candidates = (row.candidates as unknown[]).map(objectOf).map((candidate) => ({
        rank: rankOf(candidate.rank),
        pmid: textOf(candidate.pmid),
        doi: textOf(candidate.doi),
        title: textOf(candidate.title),
      }));
      if (new Set(candidates.map(({ rank }) => rank)).size < candidates.length) {
        fail("a rank twice");
      }
      return { id: idOf(row.question_id), candidates };
    }),
  );
}

function rankOf(value: unknown): number {
  const rank = typeof value === "string" && /^[0-9]{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(rank) && (rank as number) > 0 ? rank as number : fail("rank");
}

/** Failure files: the ids in them and the number of records; an empty one is fine. */
export function naiveFailures(bytes: Uint8Array): { ids: Set<string>; records: number } {
  const rows = linesOf(bytes).flatMap(({ text, open }) => {
    const value = jsonOf(text);
    if (value !== null) return [objectOf(value.json)];
    return open && beginsJson(text) ? [] : fail("broken line");
  });
  return { ids: new Set(rows.map((row) => idOf(row.question_id))), records: rows.length };
}

/** White space as C's isspace and trec_eval have it. */
function columnsOf(text: string): string[] {
  return text.split(/[ \t\v\f\r]+/).filter((column) => column !== "");
}

const PUBMED = /^https?:\/\/((www\.)?ncbi\.nlm\.nih\.gov\/pubmed|pubmed\.ncbi\.nlm\.nih\.gov)\//i;

/** The PMID of a document, a PubMed address (a query or fragment does not matter) or the bare number. */
function pmidOf(document: string): string | null {
  const trimmed = document.trim();
  const address = PUBMED.exec(trimmed)?.[0] ?? "";
  const rest = trimmed.slice(address.length);
  const number = (address === "" ? rest : rest.replace(/[?#].*$/, "")).replace(/\/$/, "");
  const pmid = naivePmid(/^[0-9]+$/.test(number) ? number : document);
  return pmid !== null && /^[0-9]+$/.test(pmid) ? pmid : null;
}

/** TREC qrels; papers named twice keep the higher grade. */
export function naiveQrels(bytes: Uint8Array): NaiveQuestion[] {
  const questions = new Map<string, Map<string, number>>();
  for (const { text } of linesOf(bytes)) {
    const columns = columnsOf(text);
    if (columns.length !== 4 || !/^[+-]?[0-9]+$/.test(columns[3]!)) fail("no qrels");
    const [id, , document, grade] = columns as [string, string, string, string];
    const pmid = pmidOf(document) ?? naivePmid(document) ?? fail("no PMID");
    const grades = questions.get(id) ?? new Map<string, number>();
    questions.set(id, grades.set(pmid, Math.max(grades.get(pmid) ?? -Infinity, Number(grade))));
  }
  return unique([...questions].map(([id, grades]) => ({
    id,
    gold: [...grades].filter(([, grade]) => grade > 0)
      .map(([pmid]) => ({ pmid, doi: null, title: null })),
  })));
}

/** TREC runs: by score as a 32-bit float, then by document, both descending. */
export function naiveTrecRun(bytes: Uint8Array): NaiveList[] {
  const rows = parsed(
    linesOf(bytes),
    (text) => {
      const columns = columnsOf(text);
      return columns.length === 6 ? columns : null;
    },
    true,
    (text) => columnsOf(text).length < 6,
  );
  const lists = new Map<string, { document: string; score: number }[]>();
  for (const [id, , document, , score] of rows as [string, string, string, string, string][]) {
    if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?$/i.test(score)) fail("score");
    if (!Number.isFinite(Number(score))) fail("score");
    const list = lists.get(id) ?? [];
    lists.set(id, list);
    list.push({ document, score: Math.fround(Number(score)) });
  }
  return unique([...lists].map(([id, list]) => ({
    id,
    candidates: list.sort((a, b) =>
      a.score === b.score
        ? (a.document < b.document ? 1 : a.document > b.document ? -1 : 0)
        : b.score > a.score
        ? 1
        : -1
    ).map(({ document }, at) => candidateOf(document, at)),
  })));
}

function candidateOf(document: string, at: number) {
  return { rank: at + 1, pmid: pmidOf(document) ?? document, doi: null, title: null };
}

/** BioASQ documents: ids with the addresses of their documents. */
function naiveBioasq(bytes: Uint8Array): { id: string; documents: string[] }[] {
  const lines = linesOf(bytes);
  if (lines.some(({ torn }) => torn)) fail("no UTF-8");
  const document: unknown = JSON.parse(lines.map(({ text }) => text).join("\n"));
  const questions = Array.isArray(document) ? document : objectOf(document).questions;
  if (!Array.isArray(questions)) fail("no questions");
  return (questions as unknown[]).map(objectOf).map((question) => {
    const { documents = [] } = question;
    if (!Array.isArray(documents)) fail("documents");
    return {
      id: idOf(question.id),
      documents: (documents as unknown[]).map((url) => textOf(url) ?? ""),
    };
  });
}

/** BioASQ's golden files. */
export function naiveGolden(bytes: Uint8Array): NaiveQuestion[] {
  return uniqueOrNone(
    naiveBioasq(bytes).map(({ id, documents }) => ({
      id,
      gold: [...new Set(documents.map((url) => pmidOf(url) ?? fail("no PMID")))]
        .map((pmid) => ({ pmid, doi: null, title: null })),
    })),
  );
}

/** BioASQ's submissions; one without any question is no run. */
export function naiveSubmission(bytes: Uint8Array): NaiveList[] {
  return unique(
    naiveBioasq(bytes).map(({ id, documents }) => ({ id, candidates: documents.map(candidateOf) })),
  );
}

/** A document whose list of questions is empty is a document. */
function uniqueOrNone<T extends { id: string }>(items: T[]): T[] {
  return items.length === 0 ? items : unique(items);
}
