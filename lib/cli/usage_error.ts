/** The command line itself is wrong: exit code 2, with a pointer to `--help`. */
export class UsageError extends Error {
  override name = "UsageError";
}
