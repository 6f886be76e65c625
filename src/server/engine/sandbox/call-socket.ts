/** The one way out of a sandbox: a Unix socket that takes one call per JSON line and answers with one JSON line. */
import { createServer, type Server, type Socket } from "node:net";
import type { SandboxCall } from "./sandbox.ts";

const lineBytes = 2 * 1024 * 1024;
const outstandingCalls = 1000;
const connections = 64;
/** Answers the program has not read yet. Above the first we stop listening to it, above the second we hang up. */
const unreadBytes = 4 * 1024 * 1024;
const tooUnreadBytes = 64 * 1024 * 1024;
/** JSON.stringify, and whatever stores the value, overflow on deeper ones. */
const depth = 64;

type Answer = (call: SandboxCall) => Promise<unknown>;
interface Request {
  id: number | string;
  method: string;
  params: unknown;
}

export class CallSocket {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #answer: Answer;
  #sequence = 0;
  #outstanding = 0;

  private constructor(answer: Answer) {
    this.#answer = answer;
    this.#server = createServer((socket) => this.#serve(socket));
    this.#server.maxConnections = connections;
  }

  /** Listens at `path`, open to every user: the folder around it must be closed. */
  static async listen(path: string, answer: Answer): Promise<CallSocket> {
    const socket = new CallSocket(answer);
    await new Promise<void>((resolve, reject) => {
      socket.#server.once("error", reject);
      socket.#server.listen({ path, readableAll: true, writableAll: true }, resolve);
    });
    socket.#server.on("error", () => {});
    return socket;
  }

  /** Hangs up on everyone; answers still under way go nowhere. */
  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let parts: Buffer[] = [];
    let size = 0;
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("drain", () => socket.resume());
    socket.on("data", (bytes: Buffer) => {
      let rest = bytes;
      for (let end = rest.indexOf(10); end >= 0 && !socket.destroyed; end = rest.indexOf(10)) {
        parts.push(rest.subarray(0, end));
        size += end;
        rest = rest.subarray(end + 1);
        if (size > lineBytes) return this.#refuse(socket, "a call may have 2 MiB");
        const line = Buffer.concat(parts);
        parts = [];
        size = 0;
        this.#take(socket, line);
      }
      parts.push(rest);
      size += rest.length;
      if (size > lineBytes) this.#refuse(socket, "a call may have 2 MiB");
    });
  }

  #take(socket: Socket, line: Buffer): void {
    const request = parse(line);
    if (request === null) return this.#refuse(socket, 'a call is a line of JSON: {"id", "method", "params"}');
    if (this.#outstanding >= outstandingCalls) {
      return this.#reply(socket, { id: request.id, error: `more than ${outstandingCalls} calls at once` });
    }
    this.#outstanding += 1;
    this.#sequence += 1;
    const call = { sequence: this.#sequence, method: request.method, params: request.params };
    // A throw before the first await is an answer like any other.
    Promise.resolve()
      .then(() => this.#answer(call))
      .then((result) => this.#reply(socket, { id: request.id, result: result ?? null }))
      .catch((error: unknown) => this.#reply(socket, { id: request.id, error: error instanceof Error ? error.message : String(error) }))
      .finally(() => (this.#outstanding -= 1));
  }

  #reply(socket: Socket, answer: object): void {
    if (socket.destroyed) return;
    socket.write(`${JSON.stringify(answer)}\n`);
    if (socket.writableLength > tooUnreadBytes) socket.destroy();
    else if (socket.writableLength > unreadBytes) socket.pause();
  }

  /** After a broken line nobody knows where the next one starts. */
  #refuse(socket: Socket, error: string): void {
    socket.pause();
    socket.removeAllListeners("data");
    socket.end(`${JSON.stringify({ id: null, error })}\n`, () => socket.destroy());
  }
}

function parse(line: Buffer): Request | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || tooDeep(value)) return null;
  const { id, method, params } = value as Partial<Request>;
  if (typeof id !== "number" && (typeof id !== "string" || id.length > 100)) return null;
  if (typeof method !== "string" || !/^[a-z][a-z0-9_.]{0,99}$/i.test(method)) return null;
  return { id, method, params: params ?? null };
}

/** Level by level, since a recursion would overflow on the very value it looks for. */
function tooDeep(value: object): boolean {
  let level: object[] = [value];
  for (let reached = 1; level.length > 0; reached += 1) {
    if (reached > depth) return true;
    level = level.flatMap((node) => Object.values(node) as unknown[]).filter((node) => typeof node === "object" && node !== null);
  }
  return false;
}
