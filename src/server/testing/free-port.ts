import { createServer } from "node:net";

/** Linux gives out ports by itself from 32768 on, unless it is set otherwise. */
const first = 15_000;
const end = 32_768;

/**
 * A port of this machine that stays free until its user listens, also between two starts of it: the system gives it to nobody by itself, neither
 * to a server that asks for any port nor to a connection.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (end - first));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
