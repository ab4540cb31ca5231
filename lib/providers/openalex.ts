/** What OpenAlex's two searches have in common. */
import type { Candidate } from "../benchmark/records.ts";
import type { Setting } from "./provider.ts";
import { failureMessage, failureReason } from "./failure_reason.ts";
import { stop } from "./failures.ts";
import { field, identifierOf, listOf, textOf, yearOf } from "./json_fields.ts";
import type { PageContext, ProviderResponse, Verdict } from "./page.ts";
import { itemsWith, settingOf } from "./settings.ts";

/** Longest request URL that OpenAlex takes, in bytes (https://developers.openalex.org/guides/searching). */
const LONGEST_URL = 4094;

/** Room for what the request does not know yet, in bytes: the key with its name, and the cursor of a later page. */
const RESERVED = { key: 80, cursor: 320 };

/** Both searches take the key as a parameter. */
export const OPENALEX_KEY = {
  variable: "OPENALEX_API_KEY",
  required: true,
  place: { kind: "param", name: "api_key" },
} as const;

/** One address for both searches. */
export const OPENALEX_BASE_URL = {
  variable: "OPENALEX_BASE_URL",
  default: "https://api.openalex.org",
};

/** Setting: the fields of a work that are asked for. */
export const SELECT: Setting = {
  name: "select",
  default:
    "id,doi,title,display_name,publication_year,publication_date,ids,cited_by_count,relevance_score",
  about:
    "Fields asked for, comma-separated. The default is what the published run asked for; id,doi,title,display_name,publication_year,ids are enough.",
  check: itemsWith("ids", "doi", ["title", "display_name"]),
};

/**
 * Parameters of both searches.
 *
 * @param search Which search, with the query.
 * @param perPage Results a page.
 * @throws {Error} on the first page where the URL, with the key and later cursors, could be longer than
 * OpenAlex takes: no page is bought of a list that cannot be had whole.
 */
export function openalexParams(
  context: PageContext,
  search: Readonly<Record<string, string>>,
  perPage: number,
  rest: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const params: Record<string, string> = {
    ...search,
    ...context.maxYear !== null && {
      filter: `publication_year:<${context.maxYear + 1}`,
    },
    select: settingOf(context, SELECT),
    per_page: String(perPage),
    ...rest,
  };
  const bytes = `${OPENALEX_BASE_URL.default}/works?${new URLSearchParams(params)}`.length +
    RESERVED.key + ("cursor" in params ? RESERVED.cursor : 0);
  if (context.page === 0 && bytes > LONGEST_URL) {
    throw new Error(
      `Cannot ask OpenAlex: the request URL could have ${bytes} bytes, above its limit of ${LONGEST_URL}; shorten the query`,
    );
  }
  return params;
}

/**
 * Reads works. Rows without any title are left out and take no rank, as in the
 * published program.
 *
 * @param room Candidates still wanted.
 * @throws {MalformedResponse} where there is no list.
 */
export function openalexCandidates(
  json: unknown,
  lastRank: number,
  room: number,
): { candidates: Candidate[]; rows: number } {
  const rows = listOf(json, "results", "OpenAlex");
  const candidates: Candidate[] = [];
  for (const row of rows) {
    const title = textOf(field(row, "title")) ?? textOf(field(row, "display_name"));
    if (title === null || candidates.length >= room) continue;
    const ids = field(row, "ids");
    candidates.push({
      rank: lastRank + candidates.length + 1,
      provider_id: identifierOf(field(row, "id")),
      pmid: withoutPrefix(field(ids, "pmid"), "https://pubmed.ncbi.nlm.nih.gov/"),
      doi: withoutPrefix(field(row, "doi") ?? field(ids, "doi"), "https://doi.org/"),
      title,
      year: yearOf(field(row, "publication_year")),
    });
  }
  return { candidates, rows: rows.length };
}

function withoutPrefix(value: unknown, prefix: string): string | null {
  const id = identifierOf(value);
  return textOf(id?.startsWith(prefix) ? id.slice(prefix.length).replace(/\/$/, "") : id);
}

/**
 * A 429 is a burst or the day's budget being gone; both were seen with a
 * Retry-After, the second of about 15 hours. The budget headers tell them
 * apart (SMTG-Bham/PaperMinerToolkit#75). 403 is documented as "slow down". A
 * later page whose URL the cursor made too long ends the list: what was bought
 * is kept.
 */
export function judgeOpenalex(response: ProviderResponse, context: PageContext): Verdict | null {
  const { status, headers } = response;
  if (status === 429) {
    const left = [
      headers.get("x-ratelimit-remaining"),
      headers.get("x-ratelimit-remaining-usd"),
    ];
    if (left.some((value) => value !== null && value.trim() !== "" && Number(value) <= 0)) {
      const seconds = headers.get("x-ratelimit-reset");
      return stop(
        `${failureMessage(response)} (the day's budget is used up${
          seconds ? `, refilled in ${seconds} s` : ""
        })`,
        "wait for midnight UTC or add credit, then run the same command again: it goes on where it stopped",
      );
    }
  }
  const tooLong = status === 414 ||
    (status === 400 && /\burl\b.*\btoo long\b/i.test(failureReason(response)));
  if (tooLong && context.page > 0) return { class: "end", message: failureMessage(response) };
  if (status === 403 && /\b(?:slow|rate|too many)\b/i.test(failureReason(response))) {
    return { class: "retry", message: failureMessage(response) };
  }
  return null;
}
