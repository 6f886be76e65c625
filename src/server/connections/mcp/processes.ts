import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Outbound } from "#server/platform/outbound.ts";
import { endOf, startChild } from "#server/platform/work/child.ts";
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
  readonly operation: OperationName;
  resolve(value: unknown): void;
  reject(error: Error): void;
  watch: NodeJS.Timeout;
  /** The process has read what it is asked for. */
  isTaken: boolean;
}

/** Time for a process to start and to read what it is asked for: a busy machine takes long, and no server has sent anything yet. */
const startMs = 60_000;
/** Time beyond its own bound after which a process counts as stuck in what a server sent. */
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
/** A process without work gives its memory back. */
const idleMs = 300_000;
const limits = { heapMb: 256, buffersMb: 256 };
const side = fileURLToPath(new URL("./mcp-process.ts", import.meta.url));

const known = new WeakMap<Outbound, Remote>();

/**
 * Speaks with MCP servers, mailboxes and the sign-in of other services in processes that start with their first use: one looks and lists, one calls tools
 * and exchanges tokens. The libraries and what a server sends stay there.
 */
export function mcpOf(outbound: Outbound): Remote {
  const remote = known.get(outbound) ?? createRemote(outbound);
  known.set(outbound, remote);
  return remote;
}

function createRemote(outbound: Outbound): Remote {
  const looking = createProcess(outbound);
  const calling = createProcess(outbound);
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

function createProcess(outbound: Outbound): (operation: OperationName, given: readonly unknown[]) => Promise<unknown> {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function start(): ChildProcess {
    const started = startChild(side, { limits, args: [JSON.stringify(outbound.allow)], trusts: true });
    endOf(started, () => {
      if (child !== started) return;
      child = undefined;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject, watch, isTaken } of lost) {
        clearTimeout(watch);
        reject(
          isTaken
            ? new McpFault("too_large", "What the server sent could not be read.", true)
            : new McpFault("unreachable", "The server was not asked, because the process that asks it ended first. Try again."),
        );
      }
    });
    started.on("message", (answered: Answered) => settle(started, answered));
    return started;
  }

  function settle(started: ChildProcess, answered: Answered): void {
    const one = waiting.get(answered.id);
    if (!one) return;
    if ("atWork" in answered) {
      if (one.isTaken) return void one.watch.refresh();
      clearTimeout(one.watch);
      one.isTaken = true;
      one.watch = bound(started, boundMs[one.operation] + graceMs);
      return;
    }
    waiting.delete(answered.id);
    clearTimeout(one.watch);
    if ("value" in answered) one.resolve(answered.value);
    else if ("fault" in answered) {
      const { kind, message, maybeDone, wanted } = answered.fault;
      one.reject(new McpFault(kind, message, maybeDone, wanted));
    } else one.reject(new Error(answered.error));
    if (waiting.size === 0) idle = setTimeout(() => void child?.kill("SIGKILL"), idleMs).unref();
  }

  outbound.onClose(() => child?.kill("SIGKILL"));
  return (operation, given) => {
    clearTimeout(idle);
    const asked = (child ??= start());
    const id = ++last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, { operation, resolve, reject, watch: bound(asked, startMs), isTaken: false });
    // Not read by one that has ended: its end follows.
    asked.send({ id, operation, given } satisfies Asked, () => undefined);
    return promise;
  };
}

function bound(child: ChildProcess, ms: number): NodeJS.Timeout {
  return setTimeout(() => void child.kill("SIGKILL"), ms).unref();
}
