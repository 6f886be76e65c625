import { Worker } from "node:worker_threads";
import type { Outbound } from "#server/platform/outbound.ts";
import { McpFault, type SentFault } from "./faults.ts";
import type { OperationName, Remote } from "./operations.ts";

export interface Asked {
  readonly id: number;
  readonly operation: OperationName;
  readonly given: readonly unknown[];
}
export type Answered = { readonly id: number } & (
  | { readonly atWork: true }
  | { readonly value: unknown }
  | { readonly fault: SentFault }
  | { readonly error: string }
);

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly watch: NodeJS.Timeout;
}

/** Time beyond its own bound after which a thread counts as stuck in what a server sent. */
const graceMs = 10_000;
const boundMs: Record<OperationName, number> = {
  beginOAuth: 15_000,
  callTool: 60_000,
  checkOAuth: 10_000,
  discoverNative: 15_000,
  exchangeNative: 15_000,
  finishOAuth: 15_000,
  listTools: 10_000,
  readMailbox: 30_000,
  readResources: 30_000,
  renewOAuth: 15_000,
};
/** A thread without work gives its memory back. */
const idleMs = 300_000;
const maxMemoryMb = 256;

const loading = new URL("../../loading.js", import.meta.url).href;

const known = new WeakMap<Outbound, Remote>();

/**
 * Speaks with MCP servers, mailboxes and the sign-in of other services in threads that start with their first use: one looks and lists, one calls tools
 * and exchanges tokens. The libraries and what a server sends stay there.
 */
export function mcpOf(outbound: Outbound): Remote {
  const remote = known.get(outbound) ?? createRemote(outbound);
  known.set(outbound, remote);
  return remote;
}

function createRemote(outbound: Outbound): Remote {
  const looking = createThread(outbound);
  const calling = createThread(outbound);
  return {
    listTools: (...given) => looking("listTools", given) as ReturnType<Remote["listTools"]>,
    readMailbox: (...given) => looking("readMailbox", given) as ReturnType<Remote["readMailbox"]>,
    readResources: (...given) => looking("readResources", given) as ReturnType<Remote["readResources"]>,
    checkOAuth: (...given) => looking("checkOAuth", given) as ReturnType<Remote["checkOAuth"]>,
    beginOAuth: (...given) => looking("beginOAuth", given) as ReturnType<Remote["beginOAuth"]>,
    discoverNative: (...given) => looking("discoverNative", given) as ReturnType<Remote["discoverNative"]>,
    exchangeNative: (...given) => calling("exchangeNative", given) as ReturnType<Remote["exchangeNative"]>,
    callTool: (...given) => calling("callTool", given) as ReturnType<Remote["callTool"]>,
    finishOAuth: (...given) => calling("finishOAuth", given) as ReturnType<Remote["finishOAuth"]>,
    renewOAuth: (...given) => calling("renewOAuth", given) as ReturnType<Remote["renewOAuth"]>,
  };
}

function createThread(outbound: Outbound): (operation: OperationName, given: readonly unknown[]) => Promise<unknown> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function start(): Worker {
    const started = new Worker(new URL("./mcp-thread.ts", import.meta.url), {
      workerData: { allow: outbound.allow },
      // A thread does not inherit that modules stay compiled: without, a first use takes twice as long.
      execArgv: ["--import", loading],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    });
    started.unref();
    started.on("message", settle);
    // Its exit follows, and ends what waits.
    started.on("error", () => undefined);
    started.on("exit", () => {
      if (worker !== started) return;
      worker = undefined;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject, watch } of lost) {
        clearTimeout(watch);
        reject(new McpFault("too_large", "What the server sent could not be read.", true));
      }
    });
    return started;
  }

  function settle(answered: Answered): void {
    const one = waiting.get(answered.id);
    if (!one) return;
    if ("atWork" in answered) return void one.watch.refresh();
    waiting.delete(answered.id);
    clearTimeout(one.watch);
    if ("value" in answered) one.resolve(answered.value);
    else if ("fault" in answered) {
      const { kind, message, maybeDone, wanted } = answered.fault;
      one.reject(new McpFault(kind, message, maybeDone, wanted));
    } else one.reject(new Error(answered.error));
    if (waiting.size === 0) idle = setTimeout(() => void worker?.terminate(), idleMs).unref();
  }

  outbound.onClose(() => worker?.terminate());
  return (operation, given) => {
    clearTimeout(idle);
    const thread = (worker ??= start());
    const id = ++last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const watch = setTimeout(() => void thread.terminate(), boundMs[operation] + graceMs).unref();
    waiting.set(id, { resolve, reject, watch });
    thread.postMessage({ id, operation, given } satisfies Asked);
    return promise;
  };
}
