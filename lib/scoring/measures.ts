/** Measures by the notation of ir_measures: `R@10`, `nDCG@10`, `AP`, `SetF`, `WSS@95`. */
import { measureAliases, measureHelp, type MeasureKind, measureKinds } from "./measure_kinds.ts";
import { nearest } from "./nearest.ts";
import type { RankedQuestion } from "./ranked_question.ts";

/** A measure with its cutoff, ready to use. */
export interface Measure {
  /** Canonical notation, such as `nDCG@10`: the key in reports. */
  readonly name: string;
  /** Whether it is defined for complete rankings of a screened pool only. */
  readonly needsCompleteRanking: boolean;
  /**
   * The value for one question; null where it is undefined.
   *
   * @throws {RangeError} where the question has no gold paper.
   */
  readonly value: (question: RankedQuestion) => number | null;
}

/**
 * Reads a list of measures.
 *
 * @param list Notations separated by commas; one that is given twice counts once.
 * @throws {Error} where the list is empty or a measure is unknown or has a wrong cutoff.
 */
export function parseMeasures(list: string): Measure[] {
  const texts = list.split(",").map((text) => text.trim()).filter((text) => text !== "");
  if (texts.length === 0) {
    throw new Error(`Cannot read the measures: the list ${JSON.stringify(list)} is empty`);
  }
  const measures = new Map<string, Measure>();
  for (const text of texts) {
    const measure = parseMeasure(text);
    measures.set(measure.name, measure);
  }
  return [...measures.values()];
}

/**
 * Reads one measure.
 *
 * @param text Its notation, such as `P@10`.
 * @throws {Error} naming the nearest measure and the list of all where it is unknown, or what its cutoff must be.
 */
export function parseMeasure(text: string): Measure {
  const { name, cutoff } = /^(?<name>[^@]*)(?:@(?<cutoff>.*))?$/s.exec(text)?.groups ?? {};
  const canonical = measureAliases[name ?? ""] ?? name;
  const kind = measureKinds.find((known) => known.name === canonical);
  if (kind === undefined) throw unknownMeasure(text, name ?? "", cutoff);
  const at = readCutoff(text, kind, cutoff);
  return {
    name: cutoff === undefined ? kind.name : `${kind.name}@${at}`,
    needsCompleteRanking: kind.cutoff === "recall percent",
    value: (question) => {
      if (!(question.totalGold >= 1)) {
        throw new RangeError(
          `Cannot compute ${text}: the question has ${question.totalGold} gold papers`,
        );
      }
      return kind.value(question, at);
    },
  };
}

function readCutoff(text: string, kind: MeasureKind, cutoff: string | undefined): number {
  const { name } = kind;
  if (cutoff === undefined) {
    if (kind.cutoff === "none" || kind.cutoff === "optional rank") return Infinity;
    const example = kind.cutoff === "rank" ? `${name}@10` : `${name}@95`;
    throw new Error(
      `Cannot compute measure ${JSON.stringify(text)}: it needs a cutoff, as in ${example}`,
    );
  }
  if (kind.cutoff === "none") {
    throw new Error(
      `Cannot compute measure ${JSON.stringify(text)}: ${name} has no cutoff; write ${name}`,
    );
  }
  const value = /^[1-9][0-9]*$/.test(cutoff) ? Number(cutoff) : NaN;
  if (kind.cutoff === "recall percent" && !(value <= 100)) {
    throw new Error(
      `Cannot compute measure ${JSON.stringify(text)}: ` +
        `its recall must be an integer from 1 to 100 (percent), as in ${name}@95`,
    );
  }
  if (!Number.isSafeInteger(value)) {
    throw new Error(
      `Cannot compute measure ${JSON.stringify(text)}: ` +
        `its cutoff must be a positive integer, as in ${name}@10`,
    );
  }
  return value;
}

function unknownMeasure(text: string, name: string, cutoff: string | undefined): Error {
  const all = measureHelp().map(({ notation }) => notation).join(", ");
  if (name.includes("(")) {
    return new Error(
      `Cannot compute measure ${JSON.stringify(text)}: parameters in parentheses are not ` +
        `supported; measures: ${all}`,
    );
  }
  const names = [...measureKinds.map((kind) => kind.name), ...Object.keys(measureAliases)];
  const near = nearest(name, names);
  const example = cutoff === undefined ? near : `${near}@${cutoff}`;
  const suggestion = near === undefined ? "" : `did you mean ${example}? `;
  return new Error(
    `Cannot compute measure ${JSON.stringify(text)}: there is no such measure; ` +
      `${suggestion}Measures: ${all} (k is a rank, r a recall in percent)`,
  );
}
