import type { ChildProcessByStdio } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import type { Readable } from "node:stream";
import { machineTime } from "./machine-time.ts";

/** Requests of this process that have no answer yet, and when one last moved. Node tells of `fetch` by undici's channels and of `http` by its own. */
const open = new Map<object, { readonly what: string; readonly since: number }>();
let moved = machineTime.now();

function starts(request: object, what: string): void {
  moved = machineTime.now();
  open.set(request, { what, since: moved });
}

function ends(request: object): void {
  moved = machineTime.now();
  open.delete(request);
}

interface FetchMessage {
  readonly request: { readonly method: string; readonly origin: string; readonly path: string };
}
interface HttpMessage {
  readonly request: { readonly method: string; readonly host: string; readonly path: string };
}

subscribe("undici:request:create", (message) => {
  const { request } = message as FetchMessage;
  starts(request, `${request.method} ${request.origin}${request.path}`);
});
for (const channel of ["undici:request:headers", "undici:request:error"])
  subscribe(channel, (message) => ends((message as FetchMessage).request));
subscribe("http.client.request.start", (message) => {
  const { request } = message as HttpMessage;
  starts(request, `${request.method} ${request.host}${request.path}`);
});
for (const channel of ["http.client.response.finish", "http.client.request.error"])
  subscribe(channel, (message) => ends((message as HttpMessage).request));

/** What `child` has said so far. Each piece of it is a move: a test that waits for a process at work is not still. */
export function saidBy({ stdout, stderr }: Pick<ChildProcessByStdio<null, Readable, Readable>, "stdout" | "stderr">): () => string {
  let said = "";
  for (const stream of [stdout, stderr])
    stream.on("data", (piece: Buffer) => {
      moved = machineTime.now();
      said += piece.toString();
    });
  return () => said;
}

/** When something that this process waits for last moved, in milliseconds of {@link machineTime}. */
export function lastMoved(): number {
  return moved;
}

/** What this process waits for, the longest first. */
export function pendingRequests(): string[] {
  return [...open.values()]
    .toSorted((a, b) => a.since - b.since)
    .map(({ what, since }) => `${what} (for ${((machineTime.now() - since) / 1000).toFixed(0)} s)`);
}
