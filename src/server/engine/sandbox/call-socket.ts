/** The one way out of a sandbox: a Unix socket that takes one call per JSON line and answers with one JSON line. */
import { createServer, type Server, type Socket } from "node:net";
import { parseExact } from "#contract/exact-json.ts";
import { CallRate } from "./call-rate.ts";
import type { SandboxCall, SandboxLimits } from "./sandbox.ts";

const lineBytes = 2 * 1024 * 1024;
const connections = 64;
/** Answers the program has not read yet. Above the first we stop listening to it, above the second we hang up. */
const unreadBytes = 4 * 1024 * 1024;
const tooUnreadBytes = 64 * 1024 * 1024;
/** JSON.stringify, and whatever stores the value, overflow on deeper ones. */
const depth = 64;

type CallLimits = Pick<SandboxLimits, "callsAtOnce" | "callsPerSecond" | "callBurst">;
type Answer = (call: SandboxCall) => Promise<unknown>;
interface Request {
  id: number | string;
  method: string;
  params: unknown;
}

/** One connection of the program. */
interface Client {
  socket: Socket;
  /** The line that is coming in. */
  parts: Buffer[];
  size: number;
  /** Whole lines that wait for their turn. While there is one the socket is not read: the program waits in its own write. */
  lines: Buffer[];
}

/** Answers few calls at a time, at a rate; connections take turns. What comes faster stays with the program. */
export class CallSocket {
  readonly #server: Server;
  readonly #clients = new Set<Client>();
  readonly #waiting = new Set<Client>();
  readonly #answer: Answer;
  readonly #callsAtOnce: number;
  readonly #rate: CallRate;
  #sequence = 0;
  #answering = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(answer: Answer, limits: CallLimits) {
    this.#answer = answer;
    this.#callsAtOnce = limits.callsAtOnce;
    this.#rate = new CallRate(limits);
    this.#server = createServer((socket) => this.#serve(socket));
    this.#server.maxConnections = connections;
  }

  /** Listens at `path`, open to every user: the folder around it must be closed. */
  static async listen(path: string, answer: Answer, limits: CallLimits): Promise<CallSocket> {
    const socket = new CallSocket(answer, limits);
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
    clearTimeout(this.#timer);
    this.#waiting.clear();
    for (const { socket } of this.#clients) socket.destroy();
  }

  #serve(socket: Socket): void {
    const client: Client = { socket, parts: [], size: 0, lines: [] };
    this.#clients.add(client);
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#clients.delete(client);
      this.#waiting.delete(client);
    });
    socket.on("drain", () => this.#listenTo(client));
    socket.on("data", (bytes: Buffer) => {
      let rest = bytes;
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        client.parts.push(rest.subarray(0, end));
        client.size += end;
        rest = rest.subarray(end + 1);
        if (client.size > lineBytes) return this.#refuse(client, "a call may have 2 MiB");
        client.lines.push(Buffer.concat(client.parts));
        client.parts = [];
        client.size = 0;
      }
      client.parts.push(rest);
      client.size += rest.length;
      if (client.size > lineBytes) return this.#refuse(client, "a call may have 2 MiB");
      if (client.lines.length === 0) return;
      socket.pause();
      this.#waiting.add(client);
      this.#next();
    });
  }

  /** Takes lines while there are places and the rate allows it, one of each connection in turn. */
  #next(): void {
    for (const client of this.#waiting) {
      if (this.#answering >= this.#callsAtOnce || this.#timer !== undefined) return;
      const wait = this.#rate.wait();
      if (wait > 0) {
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#next();
        }, wait);
        return;
      }
      this.#waiting.delete(client);
      const line = client.lines.shift();
      if (line !== undefined) this.#take(client, line);
      // Behind the others; a set that grows while it is walked is walked to its end.
      if (client.lines.length > 0) this.#waiting.add(client);
      else this.#listenTo(client);
    }
  }

  #listenTo({ socket, lines }: Client): void {
    if (lines.length === 0 && socket.writableLength <= unreadBytes) socket.resume();
  }

  #take(client: Client, line: Buffer): void {
    const request = parse(line);
    if (request === null) return this.#refuse(client, 'a call is a line of JSON: {"id", "method", "params"}');
    this.#answering += 1;
    this.#sequence += 1;
    this.#rate.take(1, line.length);
    const call = { sequence: this.#sequence, method: request.method, params: request.params };
    // A throw before the first await is an answer like any other.
    Promise.resolve()
      .then(() => this.#answer(call))
      .then((result) => this.#reply(client, { id: request.id, result: result ?? null }))
      .catch((error: unknown) => this.#reply(client, { id: request.id, error: error instanceof Error ? error.message : String(error) }))
      .finally(() => {
        this.#answering -= 1;
        this.#next();
      });
  }

  #reply({ socket }: Client, answer: object): void {
    const line = `${JSON.stringify(answer)}\n`;
    this.#rate.take(0, line.length);
    if (socket.destroyed) return;
    socket.write(line);
    if (socket.writableLength > tooUnreadBytes) socket.destroy();
    else if (socket.writableLength > unreadBytes) socket.pause();
  }

  /** After a broken line nobody knows where the next one starts. */
  #refuse(client: Client, error: string): void {
    const { socket } = client;
    client.lines = [];
    this.#waiting.delete(client);
    socket.pause();
    socket.removeAllListeners("data");
    socket.end(`${JSON.stringify({ id: null, error })}\n`, () => socket.destroy());
  }
}

function parse(line: Buffer): Request | null {
  let value: unknown;
  try {
    value = parseExact(new TextDecoder("utf-8", { fatal: true }).decode(line));
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
