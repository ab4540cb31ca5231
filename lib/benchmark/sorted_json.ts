/** JSON whose keys are in the order of their characters, so that equal values are equal texts. */
import { printableJson } from "./harmless_text.ts";

/**
 * Renders a value as JSON with two spaces of indentation. JavaScript lists keys
 * such as "7" before all others in an object; here they are sorted as text,
 * by code point, as Python's `sort_keys` does.
 */
export function sortedJson(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    const items = value.map((item) => `${inner}${sortedJson(item, inner)}`);
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => byCodePoint(a, b));
    if (entries.length === 0) return "{}";
    const fields = entries.map(([key, field]) =>
      `${inner}${printableJson(key)}: ${sortedJson(field, inner)}`
    );
    return `{\n${fields.join(",\n")}\n${indent}}`;
  }
  return value === undefined ? "null" : printableJson(value);
}

/** Compares texts by code point; `<` compares UTF-16 units, which differs beyond U+FFFF. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
