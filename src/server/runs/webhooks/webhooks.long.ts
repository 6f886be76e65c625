import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { scripted } from "#server/testing/agents.ts";
import { p95, report, scaled, until, withTwo } from "#server/testing/proof.ts";

const hanging = 64;

it("a receiver that answers gets its events within a second beside 64 that hang", { timeout: 300_000 }, async () => {
  const arrived = new Map<string, number>();
  const healthy = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      arrived.set((JSON.parse(body) as { run_id: string }).run_id, performance.now());
      response.end();
    });
  });
  const silent = createNetServer(() => undefined);
  healthy.listen(0, "127.0.0.1");
  silent.listen(0, "0.0.0.0");
  await Promise.all([once(healthy, "listening"), once(silent, "listening")]);
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  const hosts = Array.from({ length: hanging }, (_, i) => `127.0.1.${i + 1}:${portOf(silent)}`);
  const good = `127.0.0.1:${portOf(healthy)}`;
  const settings = { OUTBOUND_ALLOW: [good, ...hosts].join(",") };
  try {
    await withTwo([settings, settings], async ({ agent, start, pool, teamId }) => {
      const { id } = await agent("Told", scripted("say Done"));
      const first = await start(id, { webhook_url: `http://${good}/` });
      await until(async () => arrived.has(first), 30_000, "the first event arrives");
      await pool.query(
        `insert into webhook_deliveries (id, run_id, team_id, url, event, status)
         select gen_random_uuid(), $1, $2, 'http://' || host || '/', 'run_completed', 'completed'
         from unnest($3::text[]) host, generate_series(1, 10)`,
        [first, teamId, hosts],
      );
      const waits: number[] = [];
      for (let i = 0; i < scaled(80, 12); i++) {
        const runId = await start(id, { webhook_url: `http://${good}/` });
        const ended = async () => (await pool.query("select from runs where id = $1 and status = 'completed'", [runId])).rowCount === 1;
        await until(ended, 30_000, "the run ends");
        const from = performance.now();
        await until(async () => arrived.has(runId), 60_000, "its event arrives");
        waits.push(Math.max(0, (arrived.get(runId) ?? 0) - from));
        await sleep(250);
      }
      report(`beside ${hanging} receivers that hang: p95 ${Math.round(p95(waits))} ms, longest ${Math.round(Math.max(...waits))} ms`);
      expect(p95(waits)).toBeLessThan(1_000);
    });
  } finally {
    healthy.closeAllConnections();
    for (const server of [healthy, silent]) server.close();
  }
});
