/** Settings of Brave's web search. */
import type { Setting } from "./provider.ts";
import { domainsSetting } from "./web_domains.ts";

/** Sites searched. No limit of their number is documented; longer lists are for a hosted Goggle. */
export const DOMAINS = domainsSetting({ most: 100 });
/** How the search is kept to those sites. */
export const RESTRICTION: Setting = {
  name: "restriction",
  default: "goggles",
  values: ["goggles", "operators", "none"],
  about:
    "How the search is restricted to the sites of `domains`: an inline Goggle, site: operators in the query (they count against its 400 characters and 50 words), or not at all. Which one the published run used is unknown.",
};
/** Whether Brave may change the query. */
export const SPELLCHECK: Setting = {
  name: "spellcheck",
  default: "false",
  values: ["false", "true"],
  about:
    "Whether Brave may rewrite the query silently; its own default is true, what the published run used is unknown.",
};
/** Brave's filter for adult content. */
export const SAFESEARCH: Setting = {
  name: "safesearch",
  default: "moderate",
  values: ["off", "moderate", "strict"],
  about: "Brave's filter for adult content; moderate is its default.",
};
/** Country that results are preferred from. */
export const COUNTRY: Setting = {
  name: "country",
  default: "US",
  about:
    "Country that results are preferred from, two capital letters, or ALL; US is Brave's default.",
  check: (value) => {
    if (!/^(?:[A-Z]{2}|ALL)$/.test(value)) {
      throw new Error("it must be a country's two capital letters such as US, or ALL");
    }
  },
};
/** Language of the results. */
export const SEARCH_LANG: Setting = {
  name: "search_lang",
  default: "en",
  about: "Language of results, e.g. en or pt-br; en is Brave's default.",
  check: (value) => {
    if (!/^[a-z]{2}(?:-[a-z]{2,4})?$/.test(value)) {
      throw new Error("it must be a language such as en or pt-br");
    }
  },
};
