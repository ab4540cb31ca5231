/**
 * What the DOIs of a registrant look like: where one ends cannot be told from
 * the address alone, since a suffix may hold slashes and pages append segments
 * of their own. Shapes: Crossref's registrations as seen on publishers' pages.
 */

/** One segment: the publishers whose DOIs have no slash in the suffix. */
const ONE_SEGMENT = new Set(
  ("1001 1002 1006 1007 1016 1017 1021 1039 1042 1046 1053 1055 1056 1073 1074 1080 1081 1083 " +
    "1084 1085 1086 1089 1091 1096 1097 1098 1107 1111 1126 1128 1136 1146 1152 1158 1159 1161 " +
    "1164 1165 1172 1177 1182 1183 1186 1189 1192 1194 1200 1212 1242 1373 1378 1513 1517 1523 " +
    "1534 1542 1586 2105 2147 2174 2196 2217 2337 2471 3109 3310 3322 3324 3389 3390 3892 4049 " +
    "4103 4161 7150 7717 12688 15252 18632").split(" "),
);

const ISSN = String.raw`\d{4}-\d{3}[\dx]`;
/** bioRxiv and medRxiv: a date and number, or a number alone; the version is no part of the DOI. */
const PREPRINT = String.raw`\d{4}\.\d\d\.\d\d\.\d{6,8}(?=v\d|[./]|$)|\d{6}(?=v\d|[./]|$)`;
const HOGREFE = String.raw`${ISSN}/a\d{6}|[^/]+`;
const APA = String.raw`/?[^/]+`;
const IOP = String.raw`${ISSN}/(?:[a-z]{1,2}(?=[a-z]*\d)[a-z0-9]{3,5}(?![^/])|\d+[a-z]?/\w+/\w+)`;
const OSF = String.raw`osf\.io/[a-z0-9]{5}(?:_v\d+)?`;
const VERSIONED = String.raw`[^/]+/v\d+`;

/** The others, from the start of the suffix; what follows must be the end or a slash, unless the shape says so. */
const SHAPES: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    // OUP: journal and article; the oldest have one segment.
    1093: String.raw`oxfordjournals\.[^/]+|[a-z][a-z_:-]*/(?=[^/]*\d)[^/]+`,
    // Endocrine Society: its own until 2018, then like OUP.
    1210: String.raw`[a-z]+[.-](?=[^/]*\d)[^/]+|[a-z]+/(?=[^/]*\d)[^/]+`,
    // Hindawi.
    1155: String.raw`\d{4}/\d+|[a-z]+/\d{4}/\d+|[a-z]+/\d{5,}|s?\d{10,}x?`,
    1088: IOP,
    3847: IOP,
    // EDP Sciences.
    1051: String.raw`[a-z]+:(?=[^/]*\d)[^/]+|[a-z0-9-]+/(?=[^/]*\d)[^/]+`,
    // European Physical Journal.
    1140: String.raw`epj\w*/(?=[^/]*\d)[^/]+|[^/]+`,
    // Microbiology Society.
    1099: String.raw`[a-z]+\.0\.\d{4}/\d+-\d+|[^/]+`,
    1038: String.raw`sj/[a-z]+/\d+[a-z]?|[^/]+`,
    1101: String.raw`${PREPRINT}|[^/]+`,
    64898: PREPRINT,
    // Figures, tables and supplements of PLOS and eLife have the paper's DOI plus an ending.
    1371: String.raw`journal\.[a-z]+\.\d+(?=\.[a-z]\d{3}(?:/|$)|/|$)|currents\.\w+\.\w+(?=/|$)`,
    7554: String.raw`elife\.\d{5,6}(?:\.\d)?(?=\.\d{3}(?:/|$)|/|$)`,
    1024: HOGREFE,
    1026: String.raw`/?(?:${HOGREFE})`,
    1027: HOGREFE,
    1037: APA,
    // Preprints whose DOI has the version, or OSF's short name.
    21203: VERSIONED,
    22541: VERSIONED,
    17605: OSF,
    31219: OSF,
    31222: OSF,
    31234: OSF,
    31235: OSF,
    35542: OSF,
  }).map(([prefix, shape]) => [prefix, new RegExp(`^(?:${shape})`, "i")]),
);

/** Registrants whose shape ends inside a segment. */
const ENDS_INSIDE = new Set(["1101", "64898", "1371", "7554"]);

/** SICI DOIs of the 1990s hold any punctuation, slashes too, and end like this. */
const SICI = /^[^?#]{10,}?\.0\.co;2(?:-[a-z0-9#])?(?=\/|$)/i;

/**
 * What the place of a text says about its end: it is a DOI and nothing else
 * (doi.org, `?doi=`), a number of the platform's own and a name may follow
 * (Silverchair), or nothing.
 */
export type DoiEnd = "whole" | "numbered" | "unknown";

/**
 * The suffix of a DOI without what a page appended.
 *
 * @param prefix "10." and the registrant.
 * @param text What follows the prefix and its slash.
 * @param end Decides for registrants that are not listed here.
 * @returns Null where the text is no DOI of this registrant, or its end is unknown.
 */
export function registeredSuffix(prefix: string, text: string, end: DoiEnd): string | null {
  const sici = SICI.exec(text);
  if (sici) return sici[0];
  const registrant = prefix.slice(3);
  const shape = SHAPES[registrant];
  if (shape) {
    const found = shape.exec(text)?.[0] ?? null;
    const rest = text.slice(found?.length ?? 0);
    const ended = rest === "" || rest.startsWith("/") || ENDS_INSIDE.has(registrant);
    return ended ? found : null;
  }
  if (ONE_SEGMENT.has(registrant)) return text.split("/", 1)[0]!;
  const own = end === "numbered" ? text.replace(/\/\d+(?:\/[^/]*)?$/, "") : text;
  return end === "whole" || !own.includes("/") ? own : null;
}
