/** Brave's query: the question within Brave's limits, and the operators that restrict it. */
import { DOMAINS, RESTRICTION } from "./brave_settings.ts";
import { cutText } from "./cut_text.ts";
import type { PageContext } from "./page.ts";
import { settingOf } from "./settings.ts";
import { domainsOf } from "./web_domains.ts";

/** Limits of `q` (https://api-dashboard.search.brave.com/api-reference/web/search/get). */
const MAX_CHARACTERS = 400;
const MAX_WORDS = 50;
/** What site operators must leave for the question: nearly all fit, and a cut one still says what it asks. */
const ROOM = { characters: 150, words: 20 };

/** The operators that follow the question, and what they leave of Brave's limits. */
function operatorsOf(context: Pick<PageContext, "settings">) {
  const text = settingOf(context, RESTRICTION) === "operators"
    ? ` (${domainsOf(DOMAINS, context).map((domain) => `site:${domain}`).join(" OR ")})`
    : "";
  const words = text === "" ? 0 : text.trim().split(/\s+/).length;
  return { text, characters: MAX_CHARACTERS - text.length, words: MAX_WORDS - words };
}

/** Refuses operators that leave no room for the question. @throws {Error} that says what they leave. */
export function checkRoom(settings: Readonly<Record<string, string>>): void {
  const { characters, words } = operatorsOf({ settings });
  if (characters < ROOM.characters || words < ROOM.words) {
    throw new Error(
      `Cannot set domains="${settingOf({ settings }, DOMAINS)}" with restriction=operators: the ` +
        `operators leave ${Math.max(0, characters)} of ${MAX_CHARACTERS} characters and ` +
        `${
          Math.max(0, words)
        } of ${MAX_WORDS} words for the question; name fewer sites or use restriction=goggles`,
    );
  }
}

/**
 * The query of a page.
 *
 * @returns `sent`: what `q` gets; `question`: the question's part of it; `cut`: what to tell where that is not all of it, else null.
 */
export function braveQuery(
  context: PageContext,
): { sent: string; question: string; cut: string | null } {
  const operators = operatorsOf(context);
  const question = cutText(context.query, operators.characters, operators.words);
  return {
    sent: question + operators.text,
    question,
    cut: question === context.query.trim()
      ? null
      : `the query was cut to Brave's ${MAX_CHARACTERS} characters and ${MAX_WORDS} words`,
  };
}
