/** What the sandbox tests share: a job with everything filled in, and a look at the host's processes. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Sandbox, SandboxChunk, SandboxFile, SandboxJob, SandboxResult } from "./sandbox.ts";

export const textFile = (path: string, text: string | Uint8Array): SandboxFile => ({ path, open: () => Buffer.from(text) });

/** A word that stands in no other process's command line. */
export const marker = (): string => `m${randomBytes(8).toString("hex")}`;

export type Ran = SandboxResult & { stdout: string; stderr: string; chunks: SandboxChunk[] };

/** Runs `command` (a string goes to the shell) and gathers what it printed. */
export async function run(sandbox: Sandbox, command: string | string[], extra: Partial<SandboxJob> = {}): Promise<Ran> {
  const chunks: SandboxChunk[] = [];
  const result = await sandbox.run({
    id: marker(),
    command: typeof command === "string" ? { shell: command } : { argv: command },
    env: {},
    program: [],
    inputs: [],
    kept: [],
    timeoutMs: 15_000,
    onOutput: (chunk) => chunks.push(chunk),
    signal: new AbortController().signal,
    ...extra,
  });
  const text = (stream: "stdout" | "stderr"): string => chunks.map((chunk) => (chunk.stream === stream ? chunk.text : "")).join("");
  return { ...result, chunks, stdout: text("stdout"), stderr: text("stderr") };
}

/** Runs a Python program given as text. */
export const python = (sandbox: Sandbox, code: string, extra: Partial<SandboxJob> = {}): Promise<Ran> =>
  run(sandbox, ["python", "main.py"], { ...extra, program: [textFile("main.py", code), ...(extra.program ?? [])] });

/** Processes of the host whose command line contains `word`, this one left out. */
export function processesWith(word: string): { line: string; user: number }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
        return [{ line, user: Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]) }];
      } catch {
        return [];
      }
    })
    .filter(({ line }) => line.includes(word));
}

export const commandLinesWith = (word: string): string[] => processesWith(word).map(({ line }) => line);

/** Asks every 20 ms until `holds`; throws after 60 s. */
export async function eventually(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 60_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A program of so many processes with so many mappings each, of which no page is ever written. `0x22` are private, `0x21` shared ones. */
export const mapping = (flags: string, processes: number, mappings: number): string => `
import ctypes, os, time
libc = ctypes.CDLL(None)
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
for _ in range(${processes}):
    if os.fork() == 0:
        for n in range(${mappings}): libc.mmap(None, 4096, n % 2, ${flags}, -1, 0)
        time.sleep(60)
time.sleep(60)
`;
