import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { DatabaseOf } from "./database.ts";

/** A pooler that gives each transaction whichever connection is free, as PgBouncer does with `pool_mode = transaction`. */
export interface TransactionPooler {
  /** For `DATABASE_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

const [readyForQuery, terminate] = [0x5a, 0x58];

/** `ignoresOptions`: as with `ignore_startup_parameters = options`. Otherwise it refuses them. */
export async function startTransactionPooler(to: DatabaseOf, { ignoresOptions }: { ignoresOptions: boolean }): Promise<TransactionPooler> {
  const idle: Socket[] = [];
  const all = new Set<Socket>();
  const server = createServer((client) => {
    let held: Socket | undefined;
    all.add(client);
    client.on("error", () => undefined);
    const take = (next: Socket) => {
      held = next;
      next.removeAllListeners("data");
      next.on(
        "data",
        eachMessage((message) => {
          client.write(message);
          if (message[0] !== readyForQuery || message[5] !== "I".charCodeAt(0)) return;
          held = undefined;
          idle.push(next);
        }),
      );
    };
    client.once("data", (startup: Buffer) => {
      const words = startup.subarray(8).toString().split("\0");
      const at = words.indexOf("options");
      if (at >= 0 && !ignoresOptions) {
        client.end(refusal("unsupported startup parameter: options"));
        return;
      }
      if (at >= 0) words.splice(at, 2);
      const rest = Buffer.from(words.join("\0"));
      const head = Buffer.alloc(4);
      head.writeInt32BE(rest.length + 8);
      const made = connect(`${to.host}/.s.PGSQL.5432`);
      all.add(made);
      made.on("error", () => undefined);
      take(made);
      made.write(Buffer.concat([head, startup.subarray(4, 8), rest]));
      client.on("data", (sent: Buffer) => {
        if (sent[0] === terminate) return;
        const next = held ?? idle.pop();
        if (next && !held) take(next);
        next?.write(sent);
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://${to.user}:${to.password}@127.0.0.1:${port}/${to.database}`,
    async close() {
      for (const socket of all) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Calls back with each whole message of PostgreSQL's protocol. */
function eachMessage(take: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      take(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
