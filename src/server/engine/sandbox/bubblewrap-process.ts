/** One sandboxed process from its start to its end. */
import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { descriptors, writableFolders } from "./bubblewrap-arguments.ts";
import { startBubblewrap, type Launch } from "./bubblewrap-start.ts";
import { OutputText } from "./output-text.ts";
import { ResultChannel } from "./result-channel.ts";
import type { SandboxEnding, SandboxJob, SandboxLimits, SandboxResult } from "./sandbox.ts";
import { watchMemory } from "./watchdog.ts";

/** For the next part of output/ to come once the program has ended: a busy machine sends a large folder slowly. */
const collectMs = 10_000;
/** For all of output/: what the program left running can keep the pipe open with a byte now and then. */
const collectAllMs = 60_000;
/** For the last bytes in the pipes once every process is gone. */
const drainMs = 1000;
/** For bubblewrap to name its first process, and to end after it. */
const lastResortMs = 2000;

type Cause = Exclude<SandboxEnding["kind"], "exited" | "lost">;

/** Starts `launch` and sees it through: cap, clock, memory, abort. Resolves when nothing of it is left running. */
export function runProcess(
  launch: Launch,
  job: Pick<SandboxJob, "timeoutMs" | "onOutput" | "signal">,
  limits: SandboxLimits,
): Promise<SandboxResult> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = startBubblewrap(launch);
    const [stdout, stderr] = launch.pipes.map(({ read }) => new Socket({ fd: read, readable: true, writable: false })) as [Socket, Socket];

    let cause: Cause | undefined;
    let failure: string | undefined;
    let status = "";
    let complaint = "";
    let firstProcess: number | undefined;
    let stopWatching: (() => void) | undefined;
    let deadline: NodeJS.Timeout;
    let killing = false;
    let ended = false;
    let fallback: NodeJS.Timeout | undefined;

    const kill = (): void => {
      killing = true;
      if (ended) return;
      // The first process takes its namespace with it, and bubblewrap collects it and ends. Killing bubblewrap is the
      // last resort: a process it is about to start would wait for it for ever, one that it started would stay a zombie.
      if (firstProcess !== undefined && running(child)) signalKill(firstProcess);
      fallback ??= setTimeout(() => child.kill("SIGKILL"), lastResortMs);
    };
    const end = (kind: Cause): void => {
      cause ??= kind;
      kill();
    };
    let collectUntil = 0;
    const awaitOutputs = (): void => {
      clearTimeout(deadline);
      if (!ended) deadline = setTimeout(kill, Math.min(collectMs, collectUntil - performance.now()));
    };
    const onAbort = (): void => end("stopped");
    const output = new OutputText(job.onOutput, limits.outputBytes, () => end("output_exceeded"));
    const held: Buffer[] = [];
    const result = new ResultChannel(limits, {
      started() {
        if (killing) return;
        files.write("go\n");
        for (const part of launch.archive) files.write(part);
        files.end();
      },
      ready: () => held.splice(0).forEach((bytes) => output.push("stderr", bytes)),
      exit() {
        collectUntil = performance.now() + collectAllMs;
        awaitOutputs();
      },
    });

    // Node types the first five only.
    const ends: readonly unknown[] = child.stdio;
    const args = ends[descriptors.arguments] as Writable;
    const statusPipe = ends[descriptors.status] as Readable;
    const files = ends[descriptors.files] as Writable;
    const report = ends[descriptors.report] as Readable;
    const readers = [stdout, stderr, statusPipe, report];
    for (const stream of [args, files, ...readers]) stream.on("error", () => {});
    stdout.on("data", (bytes: Buffer) => output.push("stdout", bytes));
    stderr.on("data", (bytes: Buffer) => {
      // Until the program runs, this is bubblewrap or the script complaining.
      if (result.ready) return output.push("stderr", bytes);
      complaint = (complaint + bytes.toString("latin1")).slice(0, 1000);
      if (held.length < 64) held.push(bytes);
    });
    report.on("data", (bytes: Buffer) => {
      if (!result.push(bytes)) return kill();
      if (result.code !== null) awaitOutputs();
    });
    statusPipe.on("data", (bytes: Buffer) => {
      status = (status + bytes.toString("latin1")).slice(0, 4096);
      if (firstProcess !== undefined) return;
      firstProcess = statusNumber(status, "child-pid");
      if (firstProcess === undefined) return;
      if (killing || ended) return kill();
      stopWatching = watchMemory(firstProcess, writableFolders, limits.memoryBytes, () => end("memory_exceeded"));
    });
    args.end(launch.arguments);

    deadline = setTimeout(() => end("timed_out"), job.timeoutMs);
    job.signal.addEventListener("abort", onAbort, { once: true });
    if (job.signal.aborted) onAbort();

    const settle = (): void => {
      output.end();
      for (const stream of [args, files, ...readers]) stream.destroy();
      const { outputs, truncated } = result.finish();
      const ending = cause === undefined ? naturalEnding() : { kind: cause };
      const collected = ending.kind === "exited";
      resolve({
        ...ending,
        outputs: collected ? outputs : [],
        ...(collected && truncated !== undefined ? { outputsTruncated: truncated } : {}),
        durationMs: performance.now() - started,
      });
    };
    const naturalEnding = (): SandboxEnding => {
      if (failure !== undefined) return { kind: "lost", reason: failure };
      const code = result.code ?? (result.ready ? statusNumber(status, "exit-code") : undefined);
      if (code !== undefined) return { kind: "exited", code, ...signalOf(code) };
      const reason = complaint.trim();
      return {
        kind: "lost",
        reason: reason === "" || result.ready ? `the sandbox ended unexpectedly (${child.signalCode ?? child.exitCode})` : reason,
      };
    };
    const wait = async (): Promise<void> => {
      // Reports that were written before may still come in.
      ended = true;
      clearTimeout(deadline);
      clearTimeout(fallback);
      stopWatching?.();
      job.signal.removeEventListener("abort", onAbort);
      // A process that still holds a pipe must not hold us: `close` may never come.
      const drained = Promise.all(
        readers.map((stream) => (stream.closed ? Promise.resolve() : new Promise((done) => stream.once("close", done)))),
      );
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([drained, new Promise((done) => (timer = setTimeout(done, drainMs)))]);
      clearTimeout(timer);
      settle();
    };
    child.once("exit", () => void wait());
    child.once("error", (error) => {
      if (child.pid !== undefined) return;
      failure = error.message;
      void wait();
    });
  });
}

function running(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function signalKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}

function statusNumber(status: string, key: string): number | undefined {
  const found = new RegExp(`"${key}": (\\d+)`).exec(status)?.[1];
  return found === undefined ? undefined : Number(found);
}

function signalOf(code: number): { signal?: string } {
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return name === undefined ? {} : { signal: name };
}
