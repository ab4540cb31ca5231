/** Where Deno keeps the packages, for processes with a home folder of their own. */

let found: Promise<string> | undefined;

/** Deno's own folder (DENO_DIR), absolute. */
export function denoDirectory(): Promise<string> {
  found ??= (async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] })
      .output();
    const { denoDir }: { denoDir: string } = JSON.parse(new TextDecoder().decode(stdout));
    return denoDir;
  })();
  return found;
}
