import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** What goes over the wire for one request. */
export interface WireReply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Written one by one, so that they do not travel together; a promise among them is awaited before what follows. */
  readonly body?: readonly (string | Promise<unknown>)[];
  /** What becomes of the connection behind the body. */
  readonly close?: "end" | "reset" | "stall";
  /** No answer at all: not even its head. */
  readonly silent?: boolean;
}

/** What a provider says about a request that breaks its rules; undefined for one that does not. */
export type Refusing = (body: string, path: string) => WireReply | undefined;

export interface ModelServer {
  readonly url: string;
  /**
   * Answers requests whose body holds `key`, one reply after the other; the last one stays. `refuses`: answers what it takes for broken, and counts for
   * no reply.
   */
  on(key: string, replies: readonly WireReply[], refuses?: Refusing): void;
  /** Answers which models there are; without it nobody is told. */
  lists(models: readonly { id: string; created?: number }[]): void;
  /** Bodies of the requests that held `key`. */
  asked(key: string): string[];
  /** Requests with `key` whose connection is still open. */
  open(key: string): number;
  close(): Promise<void>;
}

/** A provider on loopback that does to its connections what real ones do: cuts, stalls, resets. */
export async function startModelServer(): Promise<ModelServer> {
  let list: readonly object[] | undefined;
  const scenes = new Map<
    string,
    { replies: readonly WireReply[]; refuses: Refusing | undefined; given: number; asked: string[]; open: number }
  >();

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (list && request.method === "GET" && request.url?.split("?")[0]?.endsWith("/models"))
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ object: "list", data: list }));
    const scene = [...scenes].find(([key]) => body.includes(key))?.[1];
    if (!scene) return void response.writeHead(418).end();
    scene.asked.push(body);
    const refusal = scene.refuses?.(body, request.url ?? "");
    if (!refusal) scene.given += 1;
    const reply = refusal ?? scene.replies[Math.min(scene.given, scene.replies.length) - 1] ?? {};
    scene.open += 1;
    response.once("close", () => void (scene.open -= 1));
    if (reply.silent) return undefined;
    response.writeHead(reply.status ?? 200, { "content-type": "text/event-stream", ...reply.headers });
    response.flushHeaders();
    for (const piece of reply.body ?? []) {
      if (typeof piece === "string") response.write(piece);
      await (typeof piece === "string" ? sleep(2) : piece);
    }
    if (reply.close === "reset") response.socket?.resetAndDestroy();
    else if (reply.close !== "stall") response.end();
    return undefined;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lists: (models) => void (list = models),
    on: (key, replies, refuses) => void scenes.set(key, { replies, refuses, given: 0, asked: [], open: 0 }),
    asked: (key) => scenes.get(key)?.asked ?? [],
    open: (key) => scenes.get(key)?.open ?? 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
