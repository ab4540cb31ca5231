/** The sites that a web search is restricted to. */
import type { Candidate } from "../benchmark/records.ts";
import type { Setting } from "./provider.ts";
import type { PageContext } from "./page.ts";
import { isHostOf, parseUrl } from "./parsed_url.ts";
import { commaList, settingOf, someItems } from "./settings.ts";

/** The sites that the published web comparison searched. */
const PAPER_SITES = ["pubmed.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov"] as const;

/** Longest host name, in characters (RFC 1035). */
const LONGEST = 253;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;

/**
 * The setting `domains` of a provider.
 *
 * @param limits `most`: sites that the provider takes; `canExclude`: whether `-SITE` leaves one out, for all sites or none.
 */
export function domainsSetting(limits: { most: number; canExclude?: boolean }): Setting {
  const { most, canExclude = false } = limits;
  return {
    name: "domains",
    default: PAPER_SITES.join(","),
    about: `Sites searched, comma-separated, ${most} at the most${
      canExclude ? "; with a - before each one, sites left out" : ""
    }. The published run searched PubMed and PMC.`,
    check: (value) => {
      someItems(value);
      const items = commaList(value);
      if (items.length > most) throw new Error(`it must name ${most} sites at the most`);
      const excluded = items.filter((item) => canExclude && item.startsWith("-"));
      if (excluded.length > 0 && excluded.length < items.length) {
        throw new Error("sites to search and sites to leave out (-SITE) cannot be mixed");
      }
      for (const item of items) {
        const host = canExclude ? item.replace(/^-/, "") : item;
        if (host.length > LONGEST || !HOST.test(host)) {
          throw new Error(
            `"${item}" is no host name such as ${PAPER_SITES[0]} (no https://, path or port)`,
          );
        }
      }
    },
  };
}

/** The sites of a page's settings, lower case, those to leave out with their `-`. */
export function domainsOf(
  setting: Setting,
  context: Pick<PageContext, "settings">,
): string[] {
  return commaList(settingOf(context, setting)).map((item) => item.toLowerCase());
}

/**
 * A notice about results outside the sites that were asked for: the restriction did not hold.
 *
 * @param setting The provider's, from {@linkcode domainsSetting}.
 * @returns One notice, or none where every result is within.
 */
export function strayNotice(
  candidates: readonly Candidate[],
  setting: Setting,
  context: Pick<PageContext, "settings">,
): string[] {
  const domains = domainsOf(setting, context);
  const excluding = domains.every((domain) => domain.startsWith("-"));
  // isHostOf takes a leading www. literally; here it is a domain like any other.
  const names = domains.map((domain) => domain.replace(/^-/, "").replace(/^www\./, ""));
  const stray = candidates.filter(({ url }) => {
    const host = parseUrl(url ?? "")?.host ?? "";
    return isHostOf({ host }, ...names) === excluding;
  });
  return stray.length === 0 ? [] : [
    `${stray.length} of ${candidates.length} results are ${excluding ? "in" : "outside"} ${
      domains.join(", ")
    }`,
  ];
}
