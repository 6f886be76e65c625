import { createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream";
import type { Outbound } from "#server/platform/outbound.ts";

export interface BrowserProxy {
  /** As in `http://127.0.0.1:40213`. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * The browser's only way out: a proxy on this machine that connects under the rule for outbound requests. A page can then reach nothing that
 * a webhook could not, whatever it loads, wherever it redirects, and whatever a name resolves to the second time.
 */
export async function openProxy(outbound: Outbound): Promise<BrowserProxy> {
  const server = createServer((incoming, reply) => void forward(outbound, incoming, reply));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("connect", (incoming: IncomingMessage, client: Socket, head: Buffer) => void tunnel(outbound, incoming, client, head));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

async function tunnel(outbound: Outbound, { url = "" }: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
  client.on("error", () => client.destroy());
  try {
    const { hostname, port } = new URL(`https://${url}`);
    const upstream = await outbound.connect(bare(hostname), Number(port || 443));
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    upstream.write(head);
    pipeline(client, upstream, client, () => undefined);
  } catch {
    client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  }
}

async function forward(outbound: Outbound, incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
  try {
    const { hostname, port, pathname, search } = new URL(incoming.url ?? "");
    const socket = await outbound.connect(bare(hostname), Number(port || 80));
    const { "proxy-connection": _, "proxy-authorization": __, ...headers } = incoming.headers;
    const upstream = send({
      method: incoming.method,
      path: `${pathname}${search}`,
      headers: { ...headers, connection: "close" },
      createConnection: () => socket,
    });
    upstream.on("response", (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      pipeline(answer, reply, () => undefined);
    });
    upstream.on("error", () => reply.destroy());
    pipeline(incoming, upstream, () => undefined);
  } catch {
    reply.destroy();
  }
}

/** An IPv6 address without its brackets. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
