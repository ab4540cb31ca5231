/** The tables of docs/providers.md, from the provider table of the program. */
import type { HttpProvider, Provider } from "../../lib/providers/provider.ts";
import { providers } from "../../lib/providers/registry.ts";

const http = providers.filter((provider): provider is HttpProvider => provider.kind === "http");
const code = (text: string) => `\`${text}\``;

function askedWith({ query }: Provider): string {
  return query === "question" ? "question" : `${code(query)} keyword query`;
}

function rateOf({ rate }: HttpProvider): string {
  return typeof rate === "number" ? String(rate) : `${rate(false)}, ${rate(true)} with a key`;
}

function callsOf({ callsPerQuestion: usual, maxCallsPerQuestion: most }: HttpProvider): string {
  return most === undefined ? String(usual) : `${usual}, at the most ${most}`;
}

function keyOf({ key, variables = [] }: HttpProvider): string {
  const names = key.place.kind === "none" ? [] : [key.variable, ...key.fallbacks ?? []];
  const listed = names.map(code).join(" or ") +
    (key.required || names.length === 0 ? "" : " (optional)");
  return [listed, ...variables.map(code)].filter((text) => text !== "").join(", ") || "none";
}

/** How each provider is asked. */
export function overviewRows(): string[][] {
  return providers.map((provider) => [
    code(provider.name),
    provider.label,
    provider.role === "published" ? "published comparison" : "own baseline",
    askedWith(provider),
    provider.filtersYear ? "by the request" : "by `resolve_pmcids`",
    provider.web ? "web pages" : "papers",
    String(provider.depth),
    provider.kind === "http" ? callsOf(provider) : "none",
    provider.kind === "http" ? rateOf(provider) : "–",
  ]);
}

/** What a call costs, and where that was read. */
export function priceRows(): string[][] {
  return http.map(({ name, price: { usdPerCall, note, source, date } }) => [
    code(name),
    usdPerCall === null ? "–" : usdPerCall === 0 ? "free" : `$${usdPerCall}`,
    note,
    source,
    date,
  ]);
}

/** Keys and addresses. */
export function variableRows(): string[][] {
  return http.map((provider) => [
    code(provider.name),
    keyOf(provider),
    code(provider.baseUrl.variable),
    provider.baseUrl.default ?? "none",
  ]);
}

/** Every setting with its default. */
export function settingRows(): string[][] {
  return providers.flatMap((provider) =>
    provider.settings.map(({ name, default: value, about, values }) => [
      provider.name,
      name,
      value === "" ? "–" : code(value),
      about + (values ? ` (${values.join(", ")})` : ""),
    ])
  );
}

/** The tables by their sections, each with its head. */
export const providerTables: readonly {
  section: string;
  head: string[];
  rows: () => string[][];
}[] = [
  {
    section: "How each one is asked",
    head: [
      "provider",
      "label",
      "part of",
      "asked with",
      "year limit",
      "returns",
      "depth",
      "calls a question",
      "requests a second",
    ],
    rows: overviewRows,
  },
  { section: "Prices", head: ["provider", "a call", "about", "source", "read"], rows: priceRows },
  {
    section: "Keys and addresses",
    head: ["provider", "key", "address variable", "default address"],
    rows: variableRows,
  },
  {
    section: "Settings",
    head: ["provider", "setting", "default", "what it does"],
    rows: settingRows,
  },
];

/** A row as Markdown, without padding. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
