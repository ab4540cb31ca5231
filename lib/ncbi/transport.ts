/** How the NCBI clients reach the network: a function that is given to them. */

/** One request to one of NCBI's two services, before base URL, pacing, retries and timeout are added. */
export interface NcbiRequest {
  /** `idconv`: the PMC ID Converter; `eutils`: the E-utilities. */
  service: "idconv" | "eutils";
  method: "GET" | "POST";
  /** Appended to the service's base URL, from "/", without a query string. */
  path: string;
  /** Query parameters, in order. */
  params: Readonly<Record<string, string>>;
  /** Form fields of a POST; the API key is among them, so it is in no URL. */
  form?: Readonly<Record<string, string>>;
}

/** An answer, whatever its status. */
export interface NcbiResponse {
  status: number;
  headers: Headers;
  /** The body as text. */
  text: string;
}

/**
 * What a service said of ids: what it has, or null where it says that it has
 * nothing. An id that is not in the map was passed over, which is no answer.
 */
export type Answers<T> = ReadonlyMap<number, T | null>;

/**
 * What an answer means:
 * - `answer`: it was read;
 * - `refused`: NCBI does not accept this list of ids; a shorter one may pass;
 * - `retry`: ask the same again after a pause;
 * - `stop`: no request will succeed until the user changes something.
 */
export type Verdict<T> =
  | { kind: "answer"; value: T }
  | { kind: "refused"; message: string }
  | { kind: "retry"; message: string }
  | { kind: "stop"; message: string; remedy: string };

/** The verdicts that a transport gives back; on the others it retries or throws. */
export type Settled<T> = Extract<Verdict<T>, { kind: "answer" | "refused" }>;

/**
 * Sends a request at NCBI's pace and repeats it while its answer says so.
 *
 * @param request What to ask.
 * @param judge Reads an answer; pure.
 * @param signal Aborts the request and the pauses around it.
 * @param giveUp Ends the tries: what is in flight is awaited, but nothing is asked again.
 * @throws {NcbiError} on `stop`, and when no try brought an answer.
 */
export type NcbiTransport = <T>(
  request: NcbiRequest,
  judge: (response: NcbiResponse) => Verdict<T>,
  signal?: AbortSignal,
  giveUp?: AbortSignal,
) => Promise<Settled<T>>;

/** Who is asking. NCBI wants `tool` and `email` in every request. */
export interface NcbiContact {
  /** Name of the program, without spaces. */
  tool: string;
  email: string;
  /** Key for the E-utilities, which raises their limit from 3 to 10 calls a second; the ID Converter takes none. */
  apiKey?: string;
}

/** A look-up that cannot go on. */
export class NcbiError extends Error {
  override name = "NcbiError";
}
