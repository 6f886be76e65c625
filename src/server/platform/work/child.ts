import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";

/** What a child may use. Node ends one whose heap is full, the kernel one that uses more of anything else. */
export interface ChildLimits {
  /** Of the processor, with its start (0.1 s): a machine that is busy makes no file too large. Without, as much as it likes. */
  readonly cpuSeconds?: number;
  /** Of objects. */
  readonly heapMb: number;
  /** Of buffers and what libraries hold, beside the heap. */
  readonly buffersMb: number;
}

export interface ChildStart {
  readonly limits: ChildLimits;
  /** What it is told at its start, as words. */
  readonly args: readonly string[];
  /** It speaks with other hosts, and trusts the authorities that we trust. Without, it gets no variable of ours. */
  readonly trusts?: true;
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const modules = ["../../../", "../../../../node_modules/", "../../../../package.json"].map((path) => `--allow-fs-read=${at(path)}`);
/** What the kernel counts of Node 24 before it does anything: memory that is reserved and never used. */
const reservedMb = 560;

/** Variables that say which certificates count. */
const authorities: ReadonlySet<string> = new Set(["NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "SSL_CERT_FILE", "SSL_CERT_DIR"]);

/**
 * Starts `script` (a path) in a process of its own, which speaks by messages. It reads our modules and no other file, writes none and starts no program. A
 * thread is not enough for what others send: one that fills its heap can end the process that it is in.
 */
export function startChild(script: string, { limits, args, trusts }: ChildStart): ChildProcess {
  const { cpuSeconds, heapMb, buffersMb } = limits;
  const limit = [
    "ulimit -c 0",
    `ulimit -d ${(reservedMb + heapMb + buffersMb) * 1_000}`,
    ...(cpuSeconds === undefined ? [] : [`ulimit -t ${cpuSeconds}`]),
    'exec "$@"',
  ].join("; ");
  const node = [process.execPath, `--max-old-space-size=${heapMb}`, "--permission", ...modules, "--import", at("../../loading.js")];
  return spawn("/bin/sh", ["-c", limit, "sh", ...node, script, ...args], {
    env: trusts ? Object.fromEntries(Object.entries(process.env).filter(([name]) => authorities.has(name))) : {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
}

/** Tells once that a child has ended or never started. It does not keep us alive. */
export function endOf(child: ChildProcess, ended: () => void): void {
  child.once("close", ended);
  // Its end follows.
  child.on("error", () => undefined);
  child.stderr?.resume();
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
}

/** In a child: it ends with us, and by nothing else. A signal to all our processes says to us when to end. */
export function endWithParent(): void {
  process.once("disconnect", () => process.exit());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
}
