/** Reading a JSON file that people write by hand, with errors that name file, key and value. */

/**
 * Reads a JSON file.
 *
 * @param path Of the file: UTF-8, a leading byte order mark is allowed.
 * @returns Its top value, to be asked for what it should hold.
 * @throws {Error} Where the file is missing, unreadable or no JSON; the original error is its cause.
 */
export async function readJsonFile(path: string): Promise<JsonField> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (cause) {
    throw new Error(`Cannot read ${path}: ${reason(cause)}`, { cause });
  }
  try {
    return new JsonField(path, "", JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch (cause) {
    throw new Error(
      `Cannot read ${path}: it is not valid JSON (${reason(cause)})`,
      { cause },
    );
  }
}

/** A value inside a JSON file that knows where it stands. Every method throws an Error that says so. */
export class JsonField {
  /**
   * @param file Path of the file, for messages.
   * @param key Where the value stands in it, e.g. `expected.cutoffs[2]`; empty for the top.
   * @param value The parsed value; undefined where the key is absent.
   */
  constructor(
    readonly file: string,
    readonly key: string,
    readonly value: unknown,
  ) {}

  /** Refuses the value: `wish` completes "must be …". */
  refuse(wish: string): never {
    throw new Error(
      this.value === undefined
        ? `Cannot read ${this.file}: "${this.key}" is missing; it must be ${wish}`
        : `Cannot read ${this.file}: "${this.key || "the file"}" must be ${wish}, not ${
          shown(this.value)
        }`,
    );
  }

  /** Whether the key is absent or null. */
  get absent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** The field of this name of an object. */
  get(name: string): JsonField {
    const key = this.key === "" ? name : `${this.key}.${name}`;
    // Object.hasOwn: "constructor" and the like are not keys of the file.
    const object = this.object();
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    return new JsonField(this.file, key, value);
  }

  /** All fields of an object, in the file's order. */
  fields(): [string, JsonField][] {
    return Object.keys(this.object()).map((name) => [name, this.get(name)]);
  }

  /** The items of an array. */
  items(): JsonField[] {
    if (!Array.isArray(this.value)) this.refuse("an array");
    return this.value.map((item, index) => new JsonField(this.file, `${this.key}[${index}]`, item));
  }

  /** A text that is not blank. */
  text(): string {
    if (typeof this.value !== "string" || this.value.trim() === "") {
      this.refuse("a text that is not blank");
    }
    return this.value;
  }

  /** A whole number of at least `least`. */
  integer(least = 0): number {
    if (!Number.isSafeInteger(this.value) || (this.value as number) < least) {
      this.refuse(`a whole number of at least ${least}`);
    }
    return this.value as number;
  }

  /** A number from 0 to 1. */
  fraction(): number {
    if (
      typeof this.value !== "number" || !(this.value >= 0 && this.value <= 1)
    ) this.refuse("a number from 0 to 1");
    return this.value;
  }

  private object(): Record<string, unknown> {
    if (
      typeof this.value !== "object" || this.value === null ||
      Array.isArray(this.value)
    ) this.refuse("an object");
    return this.value as Record<string, unknown>;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
