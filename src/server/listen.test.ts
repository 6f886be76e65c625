import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { expect, it } from "vitest";
import { listen } from "./listen.ts";
import { mountDeparture } from "./platform/http/departure.ts";

it("localhost is both addresses of the machine, and a stop ends both", async () => {
  const http = fastify();
  mountDeparture(http);
  http.get("/", (request) => request.ip);
  await listen(http, { host: "localhost", port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const ask = async (host: string) => (await fetch(`http://${host}:${port}/`)).text();
  expect(await Promise.all(["127.0.0.1", "[::1]"].map(ask))).toEqual(["127.0.0.1", "::1"]);
  await http.departure.finish(1_000);
  for (const host of ["127.0.0.1", "[::1]"]) await expect(ask(host)).rejects.toThrow("fetch failed");
  await http.close();
});
