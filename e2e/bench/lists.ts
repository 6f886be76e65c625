import { freePort } from "#server/testing/free-port.ts";
import { startNode, stopChild } from "./children.ts";
import { measure } from "./load.ts";
import { describe, type Report } from "./report.ts";
import { seedRuns } from "./seed.ts";
import { storeOf } from "../store-of.ts";
import type { MeasuredService } from "./service.ts";

export interface Workspace {
  readonly teamId: string;
  readonly userId: string;
  /** An agent whose runs start no process. */
  readonly says: string;
  /** An agent whose runs start Python. */
  readonly codes: string;
}

/** Every filter of the run list over 10,000 and 100,000 runs, beside a bare list of the same store. */
export async function measureLists(
  report: Report,
  service: MeasuredService,
  dataDir: string,
  { teamId, userId, says, codes }: Workspace,
): Promise<void> {
  const counted = {
    all: "",
    status: "status=failed",
    agent: `agent_id=${says}`,
    "agent and status": `agent_id=${says}&status=failed`,
    user: `user_id=${userId}`,
  };
  const others = {
    "needs attention": "status=needs_attention",
    source: "source=schedule",
    "search, a common word": "search=supplier",
    // Fills a page at both sizes, so that both answers hold the same.
    "search, a rare word": "search=39",
    since: "since=2026-01-01T00:00:00Z",
    "page 101": "offset=5000",
  };
  const port = await freePort();
  const floorProcess = startNode([new URL("floor.ts", import.meta.url).pathname, String(port), JSON.stringify(storeOf(dataDir)), teamId]);
  await new Promise((ready) => floorProcess.stdout?.once("data", ready));
  const pid = floorProcess.pid ?? 0;
  const floorOf = (path: string, again = false) => measure(`http://127.0.0.1:${port}${path}`, pid, { again });
  report.add({ name: "floor: node:http", figures: describe(await floorOf("/hello")) });

  const smaller = new Map<string, number>();
  for (const [from, to] of [
    [0, 10_000],
    [10_000, 100_000],
  ] as const) {
    await seedRuns(service.db, teamId, userId, [says, codes], from, to);
    report.add({ name: `floor: bare list of 50 of ${to}`, figures: describe(await floorOf("/list")) });
    for (const [name, filter] of Object.entries({ ...counted, ...others })) {
      const load = await measure(`${service.origin}/v2/teams/${teamId}/runs?limit=50&${filter}`, service.pid);
      // Taken beside every filter: the machine may have other work that comes and goes.
      const ratio = load.rate / (await floorOf("/list", true)).rate;
      const grown = load.cpuMs / (smaller.get(name) ?? load.cpuMs);
      smaller.set(name, load.cpuMs);
      const cheap = !(name in counted) || load.cpuMs < 0.6;
      report.add({
        name: `list of 50 of ${to}: ${name}`,
        figures: describe(load),
        ratio,
        target: `0.20 of floor, p99 < 50${name in counted ? ", < 0.6 CPU" : ""}${grown === 1 ? "" : ", CPU as before"}`,
        met: load.failures === 0 && ratio >= 0.2 && load.p99 < 50 && cheap && grown < 1.3,
      });
    }
  }
  await stopChild(floorProcess);
}
