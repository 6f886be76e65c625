import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createDataDir, createServiceProcess } from "./service-process.ts";
import { random } from "./seed.ts";

export type Crashable = Awaited<ReturnType<typeof crashable>>;

/** A service that can be killed at any moment, and the outside world that counts what reached it. */
export async function crashable(env: Record<string, string> = {}) {
  const dataDir = await createDataDir();
  const ledger = await startLedger();
  const service = await createServiceProcess({ DATA_DIR: dataDir, LEDGER_URL: ledger.url, ...env });
  await service.start();
  return {
    call: service.call,
    metrics: service.metrics,
    ledger,
    /** Between the two lives nothing of the former one is on its way any more. */
    async killAndRestart(between: () => void = () => undefined) {
      await service.end("SIGKILL");
      await sleep(20);
      between();
      await service.start();
    },
    async close() {
      await service.end("SIGTERM");
      ledger.server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startLedger(): Promise<{ url: string; seen: string[]; server: Server }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push(body);
      setTimeout(() => response.end("ok"), 100 * random());
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen, server };
}
