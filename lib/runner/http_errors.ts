/** What can go wrong with one request before there is an answer to judge. */

/**
 * - `connection`: no answer, or it broke off;
 * - `timeout`: not whole within the time allowed;
 * - `too_large`: a body above the limit;
 * - `encoding`: a success whose body is no UTF-8;
 * - `redirect`: a redirect that is not followed (another origin, a POST, too many).
 */
export type TransportFault = "connection" | "timeout" | "too_large" | "encoding" | "redirect";

/** A request that brought no readable answer. Whether to repeat it is the caller's business. */
export class TransportError extends Error {
  override name = "TransportError";
  /** Status of the answer, where there was one. */
  readonly status: number | null;

  constructor(
    readonly fault: TransportFault,
    message: string,
    options: { cause?: unknown; status?: number } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.status = options.status ?? null;
  }
}
