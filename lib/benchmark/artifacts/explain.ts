/** The innermost explanation of an error, one line, without the request that Deno wraps around it. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // "error sending request for url (…): client error (Connect): dns error: …"
  const text = error.cause instanceof Error ? error.cause.message : error.message;
  return text.split("\n")[0]!.replace(/^error sending request .*\): /, "");
}
