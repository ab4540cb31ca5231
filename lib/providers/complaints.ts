/** What an error text of a provider is about, where it can be told for certain. */

/** About the pace, the account's quota or credit, or the key. */
export type Complaint = "throttle" | "quota" | "key";

/** Codes and set phrases; loose words would also be found in a question that the error repeats. */
const QUOTA =
  /insufficient[_ ](?:quota|credits?|funds|balance|budget)|quota[_ ](?:exceeded|limited|exhausted)|exceeded your (?:current )?quota|no[_ ]more[_ ]credits|(?:ran|run|is|are) out of (?:searches|credits?|quota)|(?:credits?|budget|allowance|free tier)[_ ](?:is |are |has been |have been )?(?:exceeded|exhausted|used up)/i;

/** A day or longer. On a 429, whose status says already that a limit is meant, it decides alone. */
const LONG_WINDOW =
  /\b(?:daily|weekly|monthly|yearly|annual|today|this (?:week|month)|(?:per|for the|a) (?:day|week|month)|24[- ]?h(?:ours?|rs?)?|billing (?:cycle|period))\b/i;
/** On any other status the sentence must also say what is limited, and that it is spent. */
const LIMITED =
  /\b(?:limit|quota|budget|cap|calls?|requests?|searches|credits?|allowance|usage)\b/i;
const SPENT = /\b(?:exceed(?:ed|s)|reached|exhausted|used (?:up|all)|depleted)\b/i;
/** All that there was, with no period named: told on a 429 only. */
const USED_UP =
  /\bused (?:up )?(?:all|every)\b|\b(?:requests?|calls?|searches|credits?|quota|budget|allowance|balance|plan)\b[^.?!]{0,40}\b(?:exhausted|used up|depleted)\b|\b(?:no|0|zero) (?:requests?|calls?|searches|credits?) (?:left|remaining)\b/i;
/** A quota of seconds, minutes or an hour is a throttle, whatever it is called. */
const SHORT_WINDOW = /\b(?:(?:per|a|each|every) (?:second|minute|hour)|hourly)\b/i;
const THROTTLE =
  /\brate[_ -]?limit(?:s|ed|ing)?\b (?:has been |was )?(?:exceeded|reached|hit)\b|\brate_limit(?:ed|_exceeded|_error)?\b|\btoo[_ ]many[_ ]requests\b|\b(?:being|been) (?:rate[- ]limited|throttled)\b|\bwas throttled\b|\berror code:? 1015\b/i;
const KEY =
  /(?:invalid|missing|unknown|unauthorized|expired|revoked)\W+(?:or \w+ )?api.?key|api.?key\W+(?:is )?(?:invalid|missing|not found|required|expired)/i;

/** A shorter query may be a part of any word, in characters. */
const SHORTEST_ECHO = 12;

/**
 * Classifies an error text.
 *
 * @param reason What the provider said.
 * @param status HTTP status it came with.
 * @param query The question's query, which some errors repeat: its words are not the provider's.
 * @returns Null where the text is about the question, or cannot be told.
 */
export function complaintOf(reason: string, status: number, query = ""): Complaint | null {
  const said = withoutEcho(reason, query);
  const passing = SHORT_WINDOW.test(said) && !/insufficient/i.test(said);
  if (status === 429) {
    const spent = [QUOTA, LONG_WINDOW, USED_UP].some((pattern) => pattern.test(said));
    return spent && !passing ? "quota" : "throttle";
  }
  if (!passing && (QUOTA.test(said) || spentForLong(said))) return "quota";
  if (THROTTLE.test(said) || (passing && QUOTA.test(said))) return "throttle";
  return KEY.test(said) ? "key" : null;
}

function spentForLong(text: string): boolean {
  return text.split(/[.?!;]\s/).some((sentence) =>
    [LONG_WINDOW, LIMITED, SPENT].every((pattern) => pattern.test(sentence))
  );
}

/** An error text without the query where it repeats it: those words are the question's. */
export function withoutEcho(reason: string, query: string): string {
  return query.length < SHORTEST_ECHO ? reason : reason.replaceAll(query, "");
}
