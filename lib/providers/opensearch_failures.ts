/** OpenSearch's answers that are no success. */
import { failureMessage, failureReason } from "./failure_reason.ts";
import { isSuccess, stop } from "./failures.ts";
import { field } from "./json_fields.ts";
import type { ProviderResponse, Verdict } from "./page.ts";

/** Answers are partial without an error where shards time out or fail; mistakes of mapping fail alike for all questions. */
export function judgeOpensearch(response: ProviderResponse): Verdict | null {
  const { json, status } = response;
  if (isSuccess(response)) {
    const failedShards = field(field(json, "_shards"), "failed");
    const partial = field(json, "timed_out") === true ||
      (typeof failedShards === "number" && failedShards > 0);
    return partial
      ? { class: "retry", message: "the answer is partial: timed out, or shards failed" }
      : null;
  }
  const reason = `${failureReason(response)} ${response.text.slice(0, 5000)}`;
  const message = failureMessage(response);
  if (status === 404) {
    return stop(
      message,
      "check OPENSEARCH_URL and the index (OPENSEARCH_INDEX or --set index=NAME)",
    );
  }
  if (status === 400 && /fielddata|in order to sort on/i.test(reason)) {
    return stop(message, "--set tie_break=pmid.keyword, or --set tie_break= for none");
  }
  return null;
}
