import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOutbound } from "#server/platform/outbound.ts";
import { type BrowserProxy, openProxy } from "./proxy.ts";

let allowed: Server;
let inner: Server;
let proxy: BrowserProxy;
const at = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

async function serve(words: string): Promise<Server> {
  const server = createServer((_request, reply) => reply.writeHead(200, { connection: "close" }).end(words));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

beforeAll(async () => {
  allowed = await serve("from outside");
  inner = await serve("from inside");
  proxy = await openProxy(createOutbound([at(allowed)]));
});
afterAll(async () => {
  await proxy.close();
  allowed.close();
  inner.close();
});

/** Everything that comes back until the other side ends. */
async function talk(...lines: string[]): Promise<string> {
  const socket = connect({ port: Number(new URL(proxy.address).port), host: "127.0.0.1" });
  let heard = "";
  socket.on("data", (chunk) => (heard += String(chunk)));
  socket.on("error", () => undefined);
  for (const line of lines) socket.write(`${line}\r\n\r\n`);
  await once(socket, "close");
  return heard;
}

it("tunnels and forwards to where outbound requests may go", async () => {
  const request = `GET / HTTP/1.1\r\nhost: ${at(allowed)}`;
  const tunnelled = await talk(`CONNECT ${at(allowed)} HTTP/1.1\r\nhost: ${at(allowed)}`, request);
  expect(tunnelled).toMatch(/^HTTP\/1\.1 200 Connection established[^]*from outside/);
  expect(await talk(`GET http://${at(allowed)}/ HTTP/1.1\r\nhost: ${at(allowed)}`)).toContain("from outside");
});

it("connects to nothing else, and outlives what is no address", async () => {
  for (const target of [at(inner), `localhost:${at(inner).split(":")[1]}`, "[::1]:80", "169.254.169.254:80", "not an address", ""]) {
    expect(await talk(`CONNECT ${target} HTTP/1.1\r\nhost: ${at(inner)}`, "GET / HTTP/1.1\r\nhost: x"), target).not.toContain("inside");
    expect(await talk(`GET http://${target}/ HTTP/1.1\r\nhost: ${at(inner)}`), target).not.toContain("inside");
  }
  expect(await talk(`CONNECT ${at(inner)} HTTP/1.1\r\nhost: ${at(inner)}`)).toMatch(/^HTTP\/1\.1 403 /);
  expect(await talk(`GET http://${at(allowed)}/ HTTP/1.1\r\nhost: ${at(allowed)}`)).toContain("from outside");
});
