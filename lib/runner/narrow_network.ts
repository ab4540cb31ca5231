/** Giving up network permissions that a run does not need. */

/**
 * Gives up every known host but one. Only hosts that are named can be given up:
 * a grant of everything stays, and so does a host that is not known here, since
 * a program cannot ask what it was granted.
 *
 * @param keep `host` or `host:port` that stays; null gives up all of them.
 * @param known Hosts that the task may have been granted.
 * @returns Whether everything was granted, so that nothing could be given up.
 */
export async function narrowNetwork(
  keep: string | null,
  known: readonly string[],
): Promise<boolean> {
  const { state } = await Deno.permissions.query({ name: "net" });
  if (state === "granted") return true;
  for (const host of new Set(known)) {
    if (host === keep) continue;
    // With and without the port: the list of a user may have either.
    await Deno.permissions.revoke({ name: "net", host });
    if (!/:\d+$/.test(host)) {
      await Deno.permissions.revoke({ name: "net", host: `${host}:443` });
    }
  }
  return false;
}

/**
 * Makes sure that a host may be reached, before anything is locked or asked.
 *
 * @throws {Deno.errors.NotCapable} worded as Deno's own, from which the command
 * line makes the whole command that has the permission.
 */
export async function requireNetwork(url: URL): Promise<void> {
  const host = `${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`;
  const { state } = await Deno.permissions.query({ name: "net", host });
  if (state !== "granted") {
    throw new Deno.errors.NotCapable(
      `Requires net access to "${url.host}", run again with the --allow-net flag`,
    );
  }
}
