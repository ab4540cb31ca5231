/** Everything that is fuzzed. */
import type { Target } from "./target.ts";
import { jsonFiles } from "./targets/json_files.ts";
import { ncbiBodies } from "./targets/ncbi_bodies.ts";
import { providerBodies } from "./targets/provider_bodies.ts";
import { runFileTargets } from "./targets/run_files.ts";
import { scoredFiles } from "./targets/scored_files.ts";
import { shortTexts } from "./targets/short_texts.ts";

/** All targets, in the order of the table. */
export const targets: readonly Target[] = [
  ...scoredFiles,
  ...providerBodies,
  ...ncbiBodies,
  ...shortTexts,
  ...jsonFiles,
  ...runFileTargets,
];
