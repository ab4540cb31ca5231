/** What NCBI's two services answer. */
import { readEsummary } from "../../../lib/ncbi/esummary.ts";
import { readIdconv } from "../../../lib/ncbi/idconv.ts";
import { publicationYear, YEAR_FIELDS } from "../../../lib/ncbi/publication_year.ts";
import type { NcbiResponse, Verdict } from "../../../lib/ncbi/transport.ts";
import type { Random } from "../../support/random.ts";
import { mutateBytes } from "../mutate_bytes.ts";
import { mutateJson } from "../mutate_json.ts";
import { naivePmid } from "../naive_score.ts";
import { type Outcome, same, type Target, target, Violation } from "../target.ts";

interface Answer {
  status: number;
  text: string;
}

const idconv = {
  status: "ok",
  "response-date": "2025-08-01",
  request: { ids: ["PMC1", "PMC2"] },
  records: [
    { "requested-id": "PMC3531190", pmcid: "PMC3531190", pmid: 23193287, doi: "10.1093/nar/gks" },
    { "requested-id": "PMC2.1", pmcid: "PMC2", pmid: "22" },
    { "requested-id": "PMC3", status: "error", errmsg: "Identifier not found in PMC" },
    { pmcid: "PMC4", pmid: "0044" },
  ],
};
const esummary = {
  header: { type: "esummary", version: "0.3" },
  result: {
    uids: ["11", "12", "13"],
    "11": {
      uid: "11",
      pubdate: "2013 Feb",
      epubdate: "2012 Dec 20",
      sortpubdate: "2013/02/01 00:00",
    },
    "12": { uid: "12", pubdate: "1998 Dec-1999 Jan", epubdate: "" },
    "13": { uid: "13", error: "cannot get document summary" },
  },
};

function make(random: Random, healthy: unknown): Answer {
  const json = random.chance(0.9) ? mutateJson(random, healthy) : healthy;
  const bytes = new TextEncoder().encode(JSON.stringify(json) ?? "");
  return {
    status: random.chance(0.85) ? 200 : random.pick([204, 301, 400, 404, 414, 422, 429, 500, 503]),
    text: new TextDecoder().decode(random.chance(0.3) ? mutateBytes(random, bytes) : bytes),
  };
}

function check<T>(
  answer: Answer,
  read: (response: NcbiResponse) => Verdict<T>,
  checkValue: (value: T, body: Record<string, unknown>) => void,
): Outcome {
  const verdict = read({ ...answer, headers: new Headers() });
  if (verdict.kind !== "answer") {
    if (/[\r\n]/.test(verdict.message)) throw new Violation(`message: ${verdict.message}`);
    return "refused";
  }
  checkValue(verdict.value, JSON.parse(answer.text));
  return "accepted";
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * PMIDs by PMCID, read once more with plain patterns: null where the records of
 * a PMCID hold none, else the first one.
 */
function naiveIds(body: Record<string, unknown>): [number, number | null][] {
  const found = new Map<number, number | null>();
  const pmcidOf = (value: unknown) => {
    const digits = typeof value === "string"
      ? /^pmc0*([1-9][0-9]*)(\.[0-9]+)?$/i.exec(value.trim())?.[1]
      : undefined;
    return digits !== undefined && digits.length <= 10 ? digits : undefined;
  };
  for (const record of body.records as unknown[]) {
    if (!isObject(record)) continue;
    const pmcid = pmcidOf(record["requested-id"]) ?? pmcidOf(record.pmcid);
    if (pmcid === undefined) continue;
    const raw = record.pmid;
    const pmid = typeof raw === "string" || typeof raw === "number" ? naivePmid(raw) ?? "" : "";
    const known = found.get(Number(pmcid)) ?? null;
    found.set(Number(pmcid), known ?? (/^[1-9][0-9]{0,7}$/.test(pmid) ? Number(pmid) : null));
  }
  return [...found];
}

/** The uids of an esummary answer in order, with whether the record is one of PubMed that has a year. */
function naiveUids(body: Record<string, unknown>): [string, Record<string, unknown>, boolean][] {
  return Object.entries(body.result as Record<string, unknown>).flatMap(([uid, record]) => {
    if (!/^[1-9][0-9]{0,7}$/.test(uid) || !isObject(record)) return [];
    const own = record.uid === undefined || String(record.uid) === uid;
    const dates = [record.pubdate, record.epubdate, record.sortpubdate];
    const dated = dates.some((date) => typeof date === "string" && YEAR.test(date));
    return [[uid, record, own && record.error === undefined && dated]];
  });
}

/** A year as PubMed writes it, anywhere in a date. */
const YEAR = /(?<![0-9])[12][0-9]{3}(?![0-9])/;

/** Both targets. */
export const ncbiBodies: readonly Target[] = [
  target<Answer>({
    name: "answers of the ID Converter",
    weight: 4,
    make: (random) => make(random, idconv),
    check: (answer) =>
      check(answer, readIdconv, (found, body) => same([...found], naiveIds(body), "the PMIDs")),
  }),
  target<Answer>({
    name: "answers of esummary",
    weight: 4,
    make: (random) => make(random, esummary),
    check: (answer) =>
      check(answer, readEsummary, (found, body) => {
        const records = naiveUids(body);
        same([...found.keys()], records.map(([uid]) => Number(uid)), "the PMIDs");
        for (const [uid, record, known] of records) {
          const dates = found.get(Number(uid)) ?? null;
          same(dates !== null, known, `whether ${uid} is known`);
          if (dates === null) continue;
          same(dates.pubdate, typeof record.pubdate === "string" ? record.pubdate : "", "pubdate");
          for (const field of YEAR_FIELDS) {
            const year = publicationYear(dates, field);
            if (year !== null && !Object.values(dates).join(" ").includes(String(year))) {
              throw new Violation(`year ${year} is in no date of ${uid}`);
            }
          }
        }
      }),
  }),
];
