import type { BpmnRead } from "#contract/clarity/bpmn-read.ts";
import { inChild } from "#server/platform/work/in-child.ts";
import type { FileSource } from "./make-step.ts";

export interface Asked {
  readonly text: string;
  readonly source: FileSource;
}

const limits = { cpuSeconds: 2, heapMb: 100, buffersMb: 50 };
const mostAtOnce = 2;

const waiting: (() => void)[] = [];
let running = 0;

/** Reads a file in a process of its own, which has so much time and memory. Few are read at once. Undefined: it took too much of one. */
export async function readInTurn(asked: Asked): Promise<BpmnRead | undefined> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await inChild<BpmnRead>(new URL("./read-asked.ts", import.meta.url), asked, limits);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
