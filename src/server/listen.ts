import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "./platform/config.ts";

/** Connections that wait to be taken, on each address. */
const backlog = 1024;

/**
 * Listens where the settings say. `localhost` is both of this machine's own addresses, whatever a resolver says: browsers use the one of IPv6
 * first, most programs the other.
 */
export async function listen(http: FastifyInstance, { port, host }: Pick<Config, "port" | "host">): Promise<void> {
  if (host !== "localhost") return void (await http.listen({ port, host, backlog }));
  await http.listen({ port, host: "127.0.0.1", backlog });
  // Its connections are those of the one server, which counts and ends them.
  const further = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.server.emit("connection", socket));
  further.listen({ port: (http.server.address() as AddressInfo).port, host: "::1", backlog });
  try {
    await once(further, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A machine without IPv6.
    if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return;
    throw error;
  }
  http.departure.onEnd(() => further.close());
}
