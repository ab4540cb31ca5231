/** Everything that is fuzzed. */
import type { Target } from "./target.ts";
import { scoredFiles } from "./targets/scored_files.ts";

/** All targets, in the order of the table. */
export const targets: readonly Target[] = [...scoredFiles];
