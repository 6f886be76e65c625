/** The arguments that make bubblewrap build the sandbox's world. Their order matters: mounts first, then read-only. */
import type { HostFolder } from "./host-folders.ts";
import { quote } from "./supervisor.ts";
import type { SandboxJob, SandboxLimits } from "./sandbox.ts";
import type { Staging } from "./staging.ts";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
/** The kernel takes 128 KiB for one variable, with its name. */
export const textBytes = 120 * kibibyte;

/** In-memory folders the job may write to. */
export const writableFolders = ["/workspace", "/tmp", "/dev/shm"];

/** Descriptor numbers inside bubblewrap; single digits, since a portable shell can name no others. */
export const descriptors = { arguments: 3, filter: 4, status: 5, files: 6, report: 7 } as const;

export interface World {
  staging: Staging;
  /** Host folders shown read-only at their own places. */
  shown: readonly HostFolder[];
  /** Host folders shown read-only in /workspace, by the name that they have there. */
  folders: ReadonlyMap<string, string>;
  /** Host socket shown as /run/caseload.sock, or null. */
  socket: string | null;
  /** How the files of the program come: through the descriptor, or the only one as text of at most `textBytes`. */
  program: "archive" | { path: string; text: string } | null;
  limits: SandboxLimits;
}

/** NUL-separated, for `--args`: nothing of it, the environment above all, shows on a command line or in /proc/1/environ. */
export function bubblewrapArguments(job: Pick<SandboxJob, "command" | "env">, world: World): Buffer {
  const { staging, limits } = world;
  const words = [
    ["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"],
    // Our script as the first process cannot be killed from inside, and bubblewrap then waits for it: with its own
    // first process it leaves a zombie behind, for good where the service is a container's process 1.
    ["--as-pid-1"],
    ["--cap-drop", "ALL", "--uid", "1000", "--gid", "1000", "--hostname", "sandbox"],
    ["--seccomp", String(descriptors.filter), "--json-status-fd", String(descriptors.status)],
    world.shown.flatMap(({ path, link }) => (link === null ? ["--ro-bind", path, path] : ["--symlink", link, path])),
    ["--ro-bind", staging.etc, "/etc", "--ro-bind", staging.program, "/opt/caseload"],
    ["--proc", "/proc", "--dev", "/dev"],
    ["--perms", "1777", "--size", String(16 * mebibyte), "--tmpfs", "/dev/shm"],
    ["--perms", "1777", "--size", String(32 * mebibyte), "--tmpfs", "/tmp"],
    ["--perms", "0755", "--size", String(limits.workspaceBytes), "--tmpfs", "/workspace"],
    ["--perms", "0755", "--dir", "/workspace/output"],
    [...world.folders].flatMap(([name, host]) => ["--ro-bind", host, `/workspace/${name}`]),
    world.socket === null ? [] : ["--ro-bind", world.socket, "/run/caseload.sock"],
    ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/workspace"],
    Object.entries(environment(job, world)).flatMap(([name, value]) => ["--setenv", name, value]),
  ].flat();
  return Buffer.from(words.map((word) => `${word}\0`).join(""));
}

function environment(job: Pick<SandboxJob, "command" | "env">, world: World): Record<string, string> {
  const argv = "argv" in job.command ? job.command.argv : ["/bin/sh", "-c", job.command.shell];
  const ownPath = job.env["PYTHONPATH"];
  const { limits } = world;
  return {
    LANG: "C.UTF-8",
    PYTHONUNBUFFERED: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    ...job.env,
    HOME: "/workspace",
    PATH: "/opt/caseload:/usr/bin:/bin:/usr/local/bin",
    PYTHONPATH: ownPath === undefined || ownPath === "" ? "/opt/caseload" : `/opt/caseload:${ownPath}`,
    ...(world.socket === null ? {} : { CASELOAD_SOCKET: "/run/caseload.sock" }),
    CASELOAD_STEP: argv.map(quote).join(" "),
    CASELOAD_ARCHIVE: world.program === "archive" ? "1" : "",
    ...(world.program === null || world.program === "archive"
      ? {}
      : { CASELOAD_PATH: world.program.path, CASELOAD_TEXT: world.program.text }),
    CASELOAD_LIMITS: [
      // What a process may write to, so that it sees an error of its own at the limit. The address space is wider: C
      // libraries reserve 64 MiB of it for each thread and touch little, and the watchdog counts what is touched.
      `ulimit -d ${limits.memoryBytes / kibibyte}`,
      `ulimit -v ${(4 * limits.memoryBytes) / kibibyte}`,
      // Also what each thread reserves.
      `ulimit -s ${4 * kibibyte}`,
      // The same limit by the letter that dash and the one that bash gives it.
      `{ ulimit -p ${limits.processes} 2>/dev/null || ulimit -u ${limits.processes}; }`,
      `ulimit -f ${Math.floor(limits.fileBytes / 512)}`,
      `ulimit -n ${limits.openFiles}`,
      "ulimit -c 0",
      "ulimit -l 64",
    ].join(" && "),
  };
}
