/**
 * The folder on the host from which sandboxes read: fixed parts once, each job's input files for as long as it
 * runs. It lies outside the service's own folders, which the sandbox's user cannot reach.
 */
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, rm, symlink, writeFile, copyFile } from "node:fs/promises";
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeOwnFolder, sweepOwnFolders } from "#server/engine/program/own-folders.ts";
import { endOrphans } from "./orphans.ts";
import { Pipes } from "./pipes.ts";
import { supervisorScript } from "./supervisor.ts";
import { SandboxJobInvalid, type SandboxFile } from "./sandbox.ts";

const prefix = "caseload-sandbox-";

export interface Staging {
  /** Unique among all services; stands in the command line of every process started from here. */
  name: string;
  /** Bound over /opt/caseload: the script, `python`, the module. */
  program: string;
  /** Bound over /etc. */
  etc: string;
  /** The system call filter. Open it anew for every job: bubblewrap reads from where the last one stopped. */
  filter: string;
  pipes: Pipes;
  /** A new private folder that only `uid` may enter. */
  jobFolder(uid: number): Promise<string>;
  /** Whether the fixed parts are all still there. */
  intact(): boolean;
  remove(): Promise<void>;
}

/** Sweeps what dead processes left under `root`, then lays out the fixed parts. `python` is an absolute path under /usr. */
export async function createStaging(root: string, python: string, filter: Buffer): Promise<Staging> {
  await sweepOwnFolders(root, prefix, [process.getuid?.()], endOrphans);
  const folder = await makeOwnFolder(root, prefix);
  // Entered by the sandbox's user, who is another one when the service runs as root; not listed.
  await chmod(folder, 0o711);
  const [program, etc] = [join(folder, "program"), join(folder, "etc")];
  await Promise.all([publicFolder(program), publicFolder(etc)]);
  await Promise.all([
    symlink(python, join(program, "python")),
    symlink(python, join(program, "python3")),
    ...alternatives().map(({ name, target }) => symlink(target, join(program, name))),
    publicFile(join(program, "start"), supervisorScript),
    copyFile(new URL("./caseload.py", import.meta.url), join(program, "caseload.py")).then(() =>
      chmod(join(program, "caseload.py"), 0o644),
    ),
    publicFile(join(etc, "passwd"), "agent:x:1000:1000:agent:/workspace:/bin/sh\n"),
    publicFile(join(etc, "group"), "agent:x:1000:\n"),
    publicFile(join(etc, "hosts"), "127.0.0.1 localhost\n::1 localhost\n"),
    publicFile(join(etc, "nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files\n"),
    writeFile(join(folder, "filter"), filter, { mode: 0o600 }),
  ]);
  const pipes = new Pipes(folder);
  return {
    name: basename(folder),
    program,
    etc,
    filter: join(folder, "filter"),
    pipes,
    async jobFolder(uid) {
      // Short: a socket inside has to keep its path under 108 bytes.
      const job = join(folder, randomBytes(6).toString("hex"));
      await mkdir(job, { mode: 0o700 });
      await give(job, uid);
      return job;
    },
    intact: () => [join(program, "start"), join(program, "python"), join(etc, "passwd"), join(folder, "filter")].every(present),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Copies `files` below `folder`, readable by `uid` only. Rejects with `SandboxJobInvalid` above `maxBytes`. */
export async function stageFiles(folder: string, files: readonly SandboxFile[], uid: number, maxBytes: number): Promise<void> {
  const made = new Set<string>();
  const makeFolder = async (path: string): Promise<void> => {
    if (made.has(path)) return;
    if (path !== folder) await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
    await give(path, uid);
    made.add(path);
  };
  await makeFolder(folder);
  let left = maxBytes;
  for (const file of files) {
    const target = join(folder, file.path);
    await makeFolder(dirname(target));
    const handle = await open(target, "wx", 0o600);
    try {
      for await (const bytes of content(file)) {
        left -= bytes.byteLength;
        if (left < 0) throw new SandboxJobInvalid(`the files handed to the program are larger than ${maxBytes} bytes in all`);
        await handle.writeFile(bytes);
      }
      if (process.getuid?.() !== uid) await handle.chown(uid, uid);
    } finally {
      await handle.close();
    }
  }
}

/** The file's bytes, whichever way it hands them over. */
export async function* content(file: SandboxFile): AsyncGenerator<Uint8Array> {
  const opened = await file.open();
  if (opened instanceof Uint8Array) yield opened;
  else yield* opened;
}

function present(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Commands that Debian reaches through links in /etc, which a sandbox has its own of. */
function alternatives(): { name: string; target: string }[] {
  return ["awk", "which"].flatMap((name) => {
    const path = `/usr/bin/${name}`;
    if (!present(path)) return [];
    const target = realpathSync(path);
    return target !== path && target.startsWith("/usr/") ? [{ name, target }] : [];
  });
}

async function give(path: string, uid: number): Promise<void> {
  if (process.getuid?.() !== uid) await chown(path, uid, uid);
}

/** Modes are set apart from creation because the service's umask may take bits away. */
async function publicFolder(path: string): Promise<void> {
  await mkdir(path);
  await chmod(path, 0o755);
}

async function publicFile(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o644);
}
