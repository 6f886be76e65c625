import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { deleteAgent } from "#contract/agents/agents.ts";
import { deleteCustomIntegration } from "#contract/connections/integrations.ts";
import { deleteFile, listFiles } from "#contract/library/files.ts";
import { deleteQueue } from "#contract/queues/queues.ts";
import { deleteWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { findPlaceOf, liftChildren } from "#server/clarity/landscape/places.store.ts";
import { lockProcess, removeProcess } from "#server/clarity/processes/processes.store.ts";
import { removeDashboard } from "#server/dashboards/dashboards/dashboards.store.ts";
import type { Services } from "#server/platform/http/context.ts";
import { removeEnded } from "#server/runs/retention/remove-runs.ts";
import { listParts } from "#server/teams/sample/sample.store.ts";
import { Refused, type SampleApi } from "./api.ts";
import type { Kind } from "./loading.ts";

/** Between two looks at runs that are being interrupted, in milliseconds, and how often it is looked. */
const rest = 200;
const mostLooks = 150;

interface Removing {
  readonly services: Pick<Services, "store" | "live">;
  readonly sample: { readonly id: string; readonly team_id: string };
  readonly api: SampleApi;
}

/**
 * Takes away what a sample is made of, and the runs of its agents. Each step finds what is still there: cut off at any point, a further try takes
 * the rest. Files that somebody changed stay.
 */
export async function removeSample({ services: { store, live }, sample, api }: Removing): Promise<void> {
  const { db } = store;
  const { team_id: teamId } = sample;
  const parts = await listParts(db, sample.id);
  const ids = (kind: Kind) => parts.flatMap((part) => (part.kind === kind && part.thing_id ? [part.thing_id] : []));
  const each = async (kind: Kind, remove: (id: string) => Promise<unknown>) => {
    for (const id of ids(kind)) await unlessGone(() => remove(id));
    live.publish({ teamId, topic: "sample", id: sample.id });
  };
  await each("agent", (agent_id) => api.call(deleteAgent, { params: { agent_id } }));
  await each("queue", (queue_id) => api.call(deleteQueue, { params: { queue_id } }));
  await each("webhook_source", (source_id) => api.call(deleteWebhookSource, { params: { source_id } }));
  await each("integration", (id) => api.call(deleteCustomIntegration, { params: { custom_integration_id: id } }));
  // Whoever removes the sample need not be whoever loaded it, to whom these belong.
  await each("dashboard", (id) => removeDashboard(db, id));
  await each("process", (id) =>
    db.transaction(async (tx) => {
      const process = await lockProcess(tx, id);
      if (!process) return;
      if (process.status === "generating") throw new Error("A version of the sample process is being written.");
      const place = await findPlaceOf(tx, id);
      if (place) await liftChildren(tx, place);
      await removeProcess(tx, id);
    }),
  );
  for (const topic of ["artifact", "clarity_process", "clarity_landscape"] as const) live.publish({ teamId, topic, id: "*" });
  await removeRunsOf(db, ids("agent"));
  live.publish({ teamId, topic: "run", id: "*" });
  await removeFiles({ db, api, teamId }, ids("file"));
}

type Db = Services["store"]["db"];

async function removeRunsOf(db: Db, agents: readonly string[]): Promise<void> {
  const which = sql`r.agent_id = any(${sql.param([...agents])}::uuid[])`;
  for (let i = 0; i < mostLooks; i++) {
    while ((await db.transaction((tx) => removeEnded(tx, which))) > 0);
    const { rows } = await db.execute(sql`select from runs r where ${which} limit 1`);
    if (rows.length === 0) return;
    await sleep(rest);
  }
  throw new Error("Runs of the sample’s agents are still being stopped.");
}

async function removeFiles({ db, api, teamId }: { db: Db; api: SampleApi; teamId: string }, ids: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from files where id = any(${sql.param([...ids])}::uuid[]) and version = 1`);
  const unchanged = new Set(rows.map(({ id }) => id));
  const { files } = await api.call(listFiles, { params: { teamId } });
  for (const { id, path } of files) if (unchanged.has(id)) await unlessGone(() => api.call(deleteFile, { params: { teamId, path } }));
}

/** Somebody has removed it, or a former try. */
async function unlessGone(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!(error instanceof Refused && error.code === "not_found")) throw error;
  }
}
