import { type ChildProcess, spawn } from "node:child_process";

const running = new Set<ChildProcess>();

/** A Node process that ends with this one. What it prints is in its `stdout`. */
export function startNode(args: string[], options: { cwd?: string; env?: Record<string, string | undefined> } = {}): ChildProcess {
  const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
}

export async function stopAllChildren(): Promise<void> {
  await Promise.all([...running].map(stopChild));
}
