/** Reading JSON bodies whose shape is not to be trusted. */
import { messageText } from "../benchmark/message_text.ts";
import { isObject, type JsonObject } from "../benchmark/record_fields.ts";

/** The value as an object, or null where it is none. */
export function objectOf(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

/** The value as text, empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** What an error body says, in one line of at most 200 characters. */
export function errorText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "";
  return messageText(text, 200);
}
