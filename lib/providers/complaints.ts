/** What an error text of a provider is about, where it can be told for certain. */

/** About the pace, the account's quota or credit, or the key. */
export type Complaint = "throttle" | "quota" | "key";

/** Codes and set phrases; loose words would also be found in a question that the error repeats. */
const QUOTA =
  /insufficient[_ ](?:quota|credits?|funds|balance|budget)|quota[_ ](?:exceeded|limited|exhausted)|no[_ ]more[_ ]credits|(?:ran|run) out of (?:searches|credits?|quota)/i;
/** On a 429 these tell an exhausted account from a passing throttle. */
const LONG_WINDOW =
  /(?:daily|monthly)[_ ](?:quota|budget|allowance|limit)|(?:credits?|budget)[_ ](?:exceeded|exhausted)/i;
/** A quota of seconds or minutes is a throttle, whatever it is called. */
const SHORT_WINDOW = /per (?:second|minute|hour)/i;
const THROTTLE = /rate limit (?:exceeded|reached)|too many requests/i;
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
  const said = query.length < SHORTEST_ECHO ? reason : reason.replaceAll(query, "");
  if (status === 429) {
    const quota = QUOTA.test(said) && !(SHORT_WINDOW.test(said) && !/insufficient/i.test(said));
    return quota || LONG_WINDOW.test(said) ? "quota" : "throttle";
  }
  if (THROTTLE.test(said)) return "throttle";
  if (QUOTA.test(said)) return "quota";
  return KEY.test(said) ? "key" : null;
}
