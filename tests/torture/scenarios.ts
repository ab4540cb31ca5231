/** Everything that is tried. */
import type { Scenario } from "./scenario.ts";
import { downloads } from "./scenarios/downloads.ts";
import { hardPlaces } from "./scenarios/hard_places.ts";
import { resolveKills } from "./scenarios/resolve_kills.ts";
import { searchKills } from "./scenarios/search_kills.ts";
import { spoiltFiles } from "./scenarios/spoilt_files.ts";
import { wholeFiles } from "./scenarios/whole_files.ts";

/** All scenarios, in the order of the table. */
export const scenarios: readonly Scenario[] = [
  ...searchKills,
  ...spoiltFiles,
  ...hardPlaces,
  ...resolveKills,
  ...wholeFiles,
  ...downloads,
];
