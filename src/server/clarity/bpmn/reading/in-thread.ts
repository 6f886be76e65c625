import { Worker } from "node:worker_threads";
import type { BpmnRead } from "#contract/clarity/bpmn-read.ts";
import type { FileSource } from "./make-step.ts";

export interface Asked {
  readonly text: string;
  readonly source: FileSource;
}
export type Told = { readonly begun: true } | { readonly read: BpmnRead } | { readonly failed: string };

/** Of the processor, from when the thread has loaded what it reads with: a machine that is busy makes no file too large. */
const mostMs = 1_000;
/** Where a thread cannot say what it has used. */
const longestMs = 30_000;
const maxMemoryMb = 100;
const mostAtOnce = 2;
const loading = new URL("../../../loading.js", import.meta.url).href;

const waiting: (() => void)[] = [];
let running = 0;

/** Reads a file in a thread of its own, which has so much time and memory. Few are read at once. Undefined: it took too much of one. */
export async function readInThread(asked: Asked): Promise<BpmnRead | undefined> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await inThread(asked);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function inThread(asked: Asked): Promise<BpmnRead | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<BpmnRead | undefined>();
  const thread = new Worker(new URL("./bpmn-thread.ts", import.meta.url), {
    workerData: asked,
    execArgv: ["--import", loading],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const longest = setTimeout(() => void thread.terminate(), longestMs);
  let watch: NodeJS.Timeout | undefined;
  thread.on("message", (told: Told) => {
    if ("begun" in told) watch = watched(thread);
    else if ("read" in told) resolve(told.read);
    else reject(new Error(told.failed));
    if (!("begun" in told)) void thread.terminate();
  });
  // Its exit follows.
  thread.on("error", (error) => {
    if (!("code" in error) || error.code !== "ERR_WORKER_OUT_OF_MEMORY") reject(error);
  });
  thread.on("exit", () => {
    clearTimeout(longest);
    clearInterval(watch);
    resolve(undefined);
  });
  return promise;
}

/** Ends a thread that has used its time. */
function watched(thread: Worker): NodeJS.Timeout {
  const used = () => thread.cpuUsage().then(({ user, system }) => (user + system) / 1_000);
  const before = used();
  const look = async () => {
    if ((await used()) - (await before) > mostMs) await thread.terminate();
  };
  // Refused when the thread has ended meanwhile.
  before.catch(() => undefined);
  return setInterval(() => void look().catch(() => undefined), 100);
}
