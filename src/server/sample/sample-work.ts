import { getTableColumns } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { area } from "#server/engine/area.ts";
import { createLeaseLoop, type Leased, type LeaseLoop } from "#server/engine/claims/lease-loop.ts";
import { dueIn, heldBy, pairsOf, release, someHeld } from "#server/engine/claims/lease-sql.ts";
import { dead, type Liveness, lives } from "#server/engine/claims/liveness.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";
import { storeNow, storeNowPlus } from "#server/platform/db/columns.ts";
import { unseen } from "#server/platform/db/planned-client.ts";
import { describe } from "#server/platform/work/describe.ts";
import { removeHeldSample, type SamplePatch, type SampleRecord, writeHeldSample } from "#server/teams/sample/sample.store.ts";
import { sampleWorkspaces } from "#server/teams/sample/sample.table.ts";
import { type SampleApi, withKey } from "./api.ts";
import { sampleLoad } from "./load.ts";
import { beginLoading, InTheWay } from "./loading.ts";
import { removeSample } from "./remove.ts";

const columns = Object.keys(getTableColumns(sampleWorkspaces))
  .map((name) => `r.${name}`)
  .join(", ");

const places = 2;
/** Failures in a row until somebody has to ask again. */
const mostAttempts = 5;

interface Hands {
  readonly services: EngineServices;
  readonly http: FastifyInstance;
  /** This process answers nothing more. */
  readonly leaving: AbortSignal;
}

/** Takes a sample to its goal, or to its next try. It acts through the service's own API, in the name of whoever asked. */
async function advance({ services, http }: Hands, held: SampleRecord, signal: AbortSignal): Promise<void> {
  const { store, live, log } = services;
  const { db } = store;
  const { id, team_id: teamId, user_id: userId } = held;
  const tell = () => live.publish({ teamId, topic: "sample", id });
  try {
    await withKey(services, http, { id, teamId, userId, signal }, async (api) => {
      if (held.goal === "absent") await removeSample({ services, sample: held, api });
      else await load(services, held, api);
    });
    if (held.goal === "absent") await removeHeldSample(db, held);
    else await writeHeldSample(db, held, { status: "done", error: null, worker_id: null });
    tell();
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (signal.aborted) return postpone(db, held, { next_attempt_at: storeNow });
    log.error({ err: error, teamId }, "The sample workspace could not be completed.");
    const attempt = held.attempt + 1;
    const over = error instanceof InTheWay || attempt >= mostAttempts;
    await postpone(db, held, {
      attempt,
      error: (error as Error).message,
      ...(over ? { status: "failed" as const } : { next_attempt_at: storeNowPlus(1000 * 2 ** attempt) }),
    });
    tell();
  }
}

/** What cannot be written now is found by whoever takes the sample up. */
async function postpone(db: EngineServices["store"]["db"], held: Leased, patch: SamplePatch): Promise<void> {
  await writeHeldSample(db, held, { ...patch, worker_id: null }).catch(() => undefined);
}

async function load(services: EngineServices, held: SampleRecord, api: SampleApi): Promise<void> {
  await writeHeldSample(services.store.db, held, { parts: sampleLoad.length });
  const loading = await beginLoading(services, held, api);
  for (const { name, make } of sampleLoad) {
    if (loading.isDone(name)) continue;
    await make(loading);
    await loading.done(name);
  }
}

function createSampleQueue(hands: Hands, liveness: Liveness): LeaseLoop {
  const { services, leaving } = hands;
  const { pool } = services.store;
  return createLeaseLoop<SampleRecord>(
    {
      capacity: places,
      due: dueIn("sample_workspaces"),
      held: someHeld("sample_workspaces"),
      async claim(limit, workerId) {
        const { rows } = await pool.query<SampleRecord>({
          text: `with due as (
              select g.id from sample_workspaces g
              where ${lives} and g.status = 'running'
                and (g.worker_id in (${dead}) or (g.worker_id is null and g.next_attempt_at <= now()))
              order by g.created_at, g.id limit ${unseen("$1::int")} for no key update of g skip locked)
            update sample_workspaces r set lease = r.lease + 1, worker_id = $2, next_attempt_at = null, updated_at = now()
            from due where r.id = due.id returning ${columns}`,
          values: [limit, workerId],
        });
        return rows;
      },
      work: (row, signal) => advance(hands, row, AbortSignal.any([signal, leaving])),
      heldBy: async (workerId) => (await pool.query<Leased>(heldBy("sample_workspaces"), [workerId])).rows,
      release: async (workerId, held) => void (await pool.query(release("sample_workspaces"), [workerId, ...pairsOf(held)])),
    },
    { ...services, liveness, describe },
  );
}

/** Loads and removes sample workspaces, by requests to this service. */
export function sampleArea(http: FastifyInstance) {
  const leaving = new AbortController();
  // Before it answers nothing more: what is refused then is no failure.
  http.addHook("preClose", async () => leaving.abort());
  const work: Work = {
    name: "sample workspaces",
    start: (services, liveness) => createSampleQueue({ services, http, leaving: leaving.signal }, liveness),
    letGo: "update sample_workspaces set worker_id = null, next_attempt_at = now() where worker_id is not null and status = 'running'",
  };
  return area({ name: "sample", contract: {}, handlers: {}, work: [work] });
}
