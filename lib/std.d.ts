// deno-lint-ignore-file no-explicit-any -- constructors of any arguments
// Types of the @std modules this project uses. The npm build they are mapped
// to (see deno.json) ships none; with the same names mapped to jsr:@std/* this
// file is not needed. Declare only what is used.

declare module "@std/assert" {
  export function assert(value: unknown, message?: string): asserts value;
  export function assertEquals<T>(
    actual: T,
    expected: T,
    message?: string,
  ): void;
  export function assertNotEquals<T>(
    actual: T,
    expected: T,
    message?: string,
  ): void;
  export function assertAlmostEquals(
    actual: number,
    expected: number,
    tolerance?: number,
    message?: string,
  ): void;
  export function assertMatch(
    actual: string,
    expected: RegExp,
    message?: string,
  ): void;
  export function assertStringIncludes(
    actual: string,
    expected: string,
    message?: string,
  ): void;
  export function assertGreaterOrEqual<T>(
    actual: T,
    expected: T,
    message?: string,
  ): void;
  export function assertLess<T>(actual: T, expected: T, message?: string): void;
  export function assertLessOrEqual<T>(
    actual: T,
    expected: T,
    message?: string,
  ): void;
  export function assertIsError<E extends Error = Error>(
    error: unknown,
    ErrorClass?: abstract new (...args: any[]) => E,
    messageMatches?: string | RegExp,
    message?: string,
  ): asserts error is E;
  export function assertThrows<E extends Error = Error>(
    fn: () => unknown,
    ErrorClass?: abstract new (...args: any[]) => E,
    messageIncludes?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    fn: () => PromiseLike<unknown>,
    ErrorClass?: abstract new (...args: any[]) => E,
    messageIncludes?: string,
  ): Promise<E>;
}

declare module "@std/async/delay" {
  export function delay(
    ms: number,
    options?: { signal?: AbortSignal; persistent?: boolean },
  ): Promise<void>;
}

declare module "@std/cli/parse-args" {
  export interface ParseOptions {
    boolean?: readonly string[];
    string?: readonly string[];
    collect?: readonly string[];
    negatable?: readonly string[];
    default?: Record<string, unknown>;
    alias?: Record<string, string | readonly string[]>;
    stopEarly?: boolean;
    "--"?: boolean;
    unknown?: (arg: string, key?: string, value?: unknown) => unknown;
  }
  export function parseArgs(
    args: readonly string[],
    options?: ParseOptions,
  ): Record<string, unknown> & { _: (string | number)[] };
}

declare module "@std/crypto/timing-safe-equal" {
  export function timingSafeEqual(
    a: ArrayBufferView | ArrayBufferLike | DataView,
    b: ArrayBufferView | ArrayBufferLike | DataView,
  ): boolean;
}

declare module "@std/dotenv/parse" {
  export function parse(text: string): Record<string, string>;
}

declare module "@std/fmt/bytes" {
  export function format(
    bytes: number,
    options?: {
      binary?: boolean;
      minimumFractionDigits?: number;
      maximumFractionDigits?: number;
    },
  ): string;
}

declare module "@std/path" {
  export function basename(path: string, suffix?: string): string;
  export function dirname(path: string): string;
  export function fromFileUrl(url: string | URL): string;
  export function globToRegExp(
    glob: string,
    options?: {
      extended?: boolean;
      globstar?: boolean;
      caseInsensitive?: boolean;
    },
  ): RegExp;
  export function isGlob(text: string): boolean;
  export function join(...paths: string[]): string;
  export function normalize(path: string): string;
  export function relative(from: string, to: string): string;
  export function resolve(...paths: string[]): string;
  export function toFileUrl(path: string): URL;
}

declare module "@std/streams/limited-bytes-transform-stream" {
  export class LimitedBytesTransformStream
    extends TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    constructor(size: number, options?: { error?: boolean });
  }
}

declare module "@std/text/closest-string" {
  export function closestString(
    givenWord: string,
    possibleWords: readonly string[],
    options?: {
      caseSensitive?: boolean;
      compareFn?: (a: string, b: string) => number;
    },
  ): string;
}

declare module "@std/text/levenshtein-distance" {
  export function levenshteinDistance(a: string, b: string): number;
}
