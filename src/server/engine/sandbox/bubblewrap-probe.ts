/** Finds out whether this machine can hold code in, by running some that tries to get out. */
import { randomBytes } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { lstat, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { resolved } from "./host-folders.ts";
import { seccompFilter } from "./seccomp.ts";
import type { Sandbox, SandboxLimits, SandboxProbe, SandboxResult } from "./sandbox.ts";

const probeMs = 20_000;
const canaryPrefix = ".sandbox-canary-";
/** Longer than any probe takes. */
const staleCanaryMs = 600_000;
const mebibyte = 1024 * 1024;

/** Prints one line for every wall that does not stand. */
const walls = `
import ctypes, os, socket
def wall(name, holds):
    if not holds: print(name)
def refused(action):
    try: action()
    except OSError: return True
    return False
libc = ctypes.CDLL(None, use_errno=True)
wall("host files", sorted(os.listdir("/etc")) == ["group", "hosts", "nsswitch.conf", "passwd"] and not os.path.exists("/root"))
wall("read-only system", refused(lambda: open("/usr/x", "w")) and refused(lambda: open("/x", "w")) and refused(lambda: open("/dev/x", "w")))
known = ("CASELOAD_", "PYTHON", "LANG", "HOME", "PATH", "PWD", "_")
seen = open("/proc/1/environ").read() + open("/proc/self/environ").read()
wall("environment", all(entry.startswith(known) for entry in seen.split("\\0") if entry))
wall("network", os.listdir("/sys/class/net") == ["lo"] if os.path.exists("/sys") else [name for _, name in socket.if_nameindex()] == ["lo"])
wall("processes", len([name for name in os.listdir("/proc") if name.isdigit()]) <= 4)
wall("kernel settings", refused(lambda: open("/proc/sys/kernel/core_pattern", "r+")))
wall("namespaces", libc.unshare(0x10000000) == -1)
wall("system calls", libc.ptrace(0, 0, 0, 0) == -1 and refused(lambda: socket.socket(40, 1)))
status = open("/proc/self/status").read()
wall("privileges", "NoNewPrivs:\\t1" in status and "Seccomp:\\t2" in status and "CapBnd:\\t0000000000000000" in status)
print("done")
`;

/** Holds 48 MiB in files, and no more than any interpreter in its process. */
const hoarder = `
import time
for name in ("/workspace/a", "/tmp/a"):
    with open(name, "wb") as file:
        for _ in range(24): file.write(bytes(1 << 20))
time.sleep(5)
`;

/** Prints one line for every path that shows under any mount: as it is called outside, or by one of its parents mounted elsewhere. */
const search = (paths: readonly string[]): string => `
import errno, json, os, socket
mounts = [line.split()[4].encode().decode("unicode_escape") for line in open("/proc/self/mountinfo")]
for path in json.loads(${JSON.stringify(JSON.stringify(paths))}):
    parts = path.strip("/").split("/")
    for place in {os.path.join(mount, *parts[start:]) for mount in mounts for start in range(len(parts))}:
        try: os.lstat(place)
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR): continue
        print(path)
        break
    client = socket.socket(socket.AF_UNIX)
    try: client.connect(path); print(path)
    except OSError: pass
print("done")
`;

/** Places of the service that no job may see. */
export interface HiddenPlaces {
  /** Folders in which the service may write. */
  folders: readonly string[];
  /** Unix sockets, by their paths. */
  sockets: readonly string[];
}

interface Host {
  bwrap: string;
  stagingRoot: string;
  hidden: HiddenPlaces;
}

/** What has to be there, and what to do when it is not; then the attempt. */
export async function probeSandbox(sandbox: Sandbox, host: Host): Promise<SandboxProbe> {
  if (process.platform !== "linux")
    return no(`bubblewrap needs Linux, this is ${process.platform}`, "Run the service on Linux, for example in a virtual machine.");
  if (seccompFilter(process.arch) === null)
    return no(`there is no system call filter for ${process.arch}`, "Run the service on an x86-64 or arm64 machine.");
  if (!executable(host.bwrap)) return no(`${host.bwrap} is missing`, "Install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap).");
  try {
    return (
      (await tryWalls(sandbox, host.stagingRoot)) ?? (await tryHidden(sandbox, host.hidden)) ?? (await tryMemory(sandbox)) ?? { ok: true }
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return no(reason, remedyFor(reason, host.stagingRoot));
  }
}

async function tryWalls(sandbox: Sandbox, stagingRoot: string): Promise<SandboxProbe | null> {
  const { result, printed } = await runProgram(sandbox, walls, {});
  if (result.kind === "lost") return no(result.reason, remedyFor(result.reason, stagingRoot));
  if (result.kind === "exited" && result.code === 0 && printed === "done\n") return null;
  if (printed.includes("failed to execute"))
    return no("Python is missing", "Install Python 3 under /usr (Debian, Ubuntu: apt-get install python3).");
  return no(
    `the self-test failed: ${printed.trim().slice(-500) || result.kind}`,
    "Report this with the versions of the kernel and of bubblewrap; code steps stay off.",
  );
}

/** Where the data lies is the operator's choice, and where host folders are mounted too: so the job looks for it. */
async function tryHidden(sandbox: Sandbox, { folders, sockets }: HiddenPlaces): Promise<SandboxProbe | null> {
  const canaries = folders.map((folder) => join(resolved(folder), `${canaryPrefix}${randomBytes(6).toString("hex")}`));
  try {
    for (const folder of folders) await mkdir(folder, { recursive: true });
    await Promise.all(folders.map(sweepCanaries));
    for (const canary of canaries) await writeFile(canary, "");
    const { result, printed } = await runProgram(sandbox, search([...canaries, ...sockets.map(resolved)]), {});
    if (result.kind === "exited" && result.code === 0 && printed === "done\n") return null;
    const [first = result.kind] = printed.split("\n");
    const seen = folders[canaries.indexOf(first)];
    return no(
      seen === undefined
        ? `programs would see the database's socket ${first}`
        : `programs would see ${seen}, the folder of the service's data`,
      "Set DATA_DIR to a folder that is neither in nor mounted into /usr/bin, /usr/lib, /usr/share or /usr/local.",
    );
  } finally {
    await Promise.all(canaries.map((canary) => rm(canary, { force: true })));
  }
}

/** Removes what a service left that was killed while it looked. Another one that shares the folder may be looking now. */
async function sweepCanaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stat = name.startsWith(canaryPrefix) ? await lstat(path).catch(() => null) : null;
    if (stat !== null && Date.now() - stat.mtimeMs > staleCanaryMs) await rm(path, { force: true });
  }
}

/** No limit of the kernel covers files in memory and many processes together, so a job that is not watched may not run. */
async function tryMemory(sandbox: Sandbox): Promise<SandboxProbe | null> {
  const { result } = await runProgram(sandbox, hoarder, { memoryBytes: 40 * mebibyte, fileBytes: 32 * mebibyte });
  if (result.kind === "memory_exceeded") return null;
  return no(
    "the memory of a running job cannot be measured",
    "Run the service as a user other than root, or leave it the capability SYS_PTRACE; the kernel needs CONFIG_PROC_CHILDREN.",
  );
}

async function runProgram(
  sandbox: Sandbox,
  code: string,
  limits: Partial<SandboxLimits>,
): Promise<{ result: SandboxResult; printed: string }> {
  let printed = "";
  const result = await sandbox.run({
    id: "probe",
    command: { argv: ["python3", "-c", code] },
    env: {},
    program: [],
    inputs: [],
    kept: [],
    timeoutMs: probeMs,
    limits,
    onOutput: ({ text }) => (printed += text),
    signal: new AbortController().signal,
  });
  return { result, printed };
}

function remedyFor(reason: string, stagingRoot: string): string {
  if (/namespace|permission denied.*userns|uid map|loopback|mount proc/i.test(reason)) {
    return "Allow unprivileged user namespaces: in a container start it with a seccomp profile that permits them (Docker: --security-opt seccomp=unconfined --security-opt systempaths=unconfined), on Ubuntu set kernel.apparmor_restrict_unprivileged_userns=0 or give bwrap an AppArmor profile.";
  }
  if (/unknown option/i.test(reason)) return "Install bubblewrap 0.8 or newer.";
  return `Check that ${stagingRoot} is writable for the service, may be entered by every user and has free space.`;
}

function no(reason: string, remedy: string): SandboxProbe {
  return { ok: false, reason, remedy };
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
