import { Agent, createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServiceProcess } from "./service-process.ts";

/** Sends requests to those processes that say they are ready, in turn. It never sends one twice. */
export interface Balancer {
  readonly url: string;
  /** What a process did not answer. */
  readonly failed: readonly string[];
  /** How many processes it sends to. */
  readonly ready: () => number;
  close(): Promise<void>;
}

export async function startBalancer(processes: readonly ServiceProcess[], lookMs: number): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<ServiceProcess>();
  const failed: string[] = [];
  let turn = 0;
  const looks = processes.map((one) =>
    setInterval(async () => {
      if ((await one.status("/readyz").catch(() => 0)) === 200) ready.add(one);
      else ready.delete(one);
    }, lookMs),
  );
  const server = createServer((incoming, outgoing) => {
    const to = [...ready][(turn += 1) % ready.size];
    if (!to) {
      failed.push(`${incoming.method} ${incoming.url}: no process is ready`);
      outgoing.writeHead(502).end();
      return;
    }
    const { connection: _, ...headers } = incoming.headers;
    const passed = send(`${to.url}${incoming.url}`, { method: incoming.method, headers, agent }, (answer) => {
      // Each side says by itself when its connection ends.
      const { connection: __, "keep-alive": ___, ...given } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, given);
      answer.pipe(outgoing);
      answer.on("error", (error) => outgoing.destroy(error));
    });
    passed.on("error", (error: NodeJS.ErrnoException) => {
      if (outgoing.destroyed) return;
      failed.push(`${incoming.method} ${incoming.url}: ${error.code ?? error.message}`);
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failed,
    ready: () => ready.size,
    async close() {
      for (const look of looks) clearInterval(look);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
