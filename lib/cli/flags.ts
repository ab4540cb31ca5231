/** Declared flags: what a command takes. */

/** One flag of a command. `value` is the placeholder that help shows. */
export type Flag =
  | { kind: "switch"; about: string }
  | {
    kind: "text";
    value: string;
    about: string;
    /** The command writes to the path that this names. */
    writes?: true;
    default?: string;
  }
  | { kind: "texts"; value: string; about: string }
  | { kind: "choice"; choices: readonly string[]; about: string; default?: string }
  | {
    kind: "integer" | "number";
    value: string;
    about: string;
    /** Smallest allowed value. */
    min?: number;
    /** Largest allowed value. */
    max?: number;
    /** Refuses `min` itself. */
    exclusiveMin?: boolean;
    default?: number;
  };

/** The flags of a command by name, without the leading dashes. */
export type Flags = Readonly<Record<string, Flag>>;

type ValueOf<F extends Flag> = F extends { kind: "switch" } ? boolean
  : F extends { kind: "choice"; choices: readonly (infer C)[] }
    ? F extends { default: string } ? C : C | undefined
  : F extends { kind: "texts" } ? string[]
  : F extends { kind: "integer" | "number" } ? F extends { default: number } ? number
    : number | undefined
  : F extends { default: string } ? string
  : string | undefined;

/** The values of declared flags: typed by their kind, defaults filled in. */
export type FlagValues<F extends Flags> = { [K in keyof F]: ValueOf<F[K]> };

/** What stands for a flag's value in help and errors. */
export function placeholder(flag: Flag): string {
  if (flag.kind === "switch") return "";
  return flag.kind === "choice" ? flag.choices.join("|") : flag.value;
}
