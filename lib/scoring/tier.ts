/** The tiers of matching. */

/** What can point at a gold paper, from the strongest to the weakest. */
export const tiers = ["pmid", "doi", "title"] as const;

/** One of them. */
export type Tier = typeof tiers[number];
