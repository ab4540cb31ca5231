/** Small disks of our own, where the user may mount them. */

/** A disk that can be filled and made read-only. */
export class SmallDisk implements AsyncDisposable {
  private constructor(readonly path: string) {}

  /** Mounts an empty disk of so many kilobytes on a new folder. */
  static async create(path: string, kilobytes: number): Promise<SmallDisk> {
    await Deno.mkdir(path, { recursive: true });
    await mount("-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", path);
    return new SmallDisk(path);
  }

  /** Makes it larger. */
  resize(kilobytes: number): Promise<void> {
    return mount("-o", `remount,size=${kilobytes}k`, this.path);
  }

  /** Lets nobody write any more, or again. */
  async readOnly(locked: boolean): Promise<void> {
    await mount("-o", locked ? "remount,ro" : "remount,rw", this.path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await succeed("umount", this.path);
  }
}

/** Why disks cannot be mounted here; null where they can. */
export async function whyNoMounts(): Promise<string | null> {
  if (Deno.build.os !== "linux") return "needs Linux's tmpfs";
  const folder = await Deno.makeTempDir({ prefix: "torture_mount_" });
  try {
    await using _disk = await SmallDisk.create(folder, 64);
    return null;
  } catch {
    return "this user may not mount a tmpfs";
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function mount(...args: readonly string[]): Promise<void> {
  return succeed("mount", ...args);
}

async function succeed(program: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args: [...args] }).output();
  if (!success) {
    throw new Error(`${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  }
}
