import { dashboardEvents } from "#contract/dashboards/events.ts";
import { atLeast } from "#contract/roles.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import type { ListedTool } from "#server/connections/mcp/listing.ts";
import { headOf } from "#server/dashboards/dashboards/dashboards.store.ts";
import { type KeptRead, findReads, isConfirmed, readsOn, replaceReads } from "#server/dashboards/reads/reads.store.ts";
import type { ReadRow } from "#server/dashboards/reads/reads.table.ts";
import { connectionsOf, readingTools, readWith } from "#server/dashboards/reads/read-tools.ts";
import { Unusable } from "#server/dashboards/reads/rows.ts";
import { turnChanged } from "#server/dashboards/turns/turn-log.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import type { Liveness } from "#server/engine/claims/liveness.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import { describe } from "#server/platform/work/describe.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import { type Refreshing, claimRefreshes, endRefresh, failRefresh, lockRefreshing, refreshesDue } from "./refresh.store.ts";

/** Dashboards that one process reads again at the same time. */
const atOnce = 4;
/** How long after the first call of a page another one is begun, in milliseconds: with that one, less than a worker holds the page. */
const mostMs = 240_000;

type Came = { readonly id: string; readonly name: string } & ({ readonly rows: readonly ReadRow[] } | { readonly failure: string });

/** Reads the dashboards that are due again. Any number of processes may do so at once. Returns whether more may be due. */
async function refreshRound(services: EngineServices, liveness: Liveness): Promise<boolean> {
  const workerId = liveness.workerId();
  if (workerId === undefined) return false;
  const claimed = await claimRefreshes(services.store.db, atOnce, workerId);
  for (const one of claimed) turnChanged(services, one.id, one, ["artifact"]);
  await Promise.all(claimed.map((one) => refresh(services, one)));
  return claimed.length === atOnce;
}

/** The recorded calls of the page that is shown, made again without a model: nothing that they answer decides what is called. */
async function refresh(services: EngineServices, held: Refreshing): Promise<void> {
  const { db } = services.store;
  try {
    const head = await headOf(db, held);
    const names = head ? readsOn(head.page) : [];
    // Figures of the team are counted whenever somebody looks, and need nobody's connections.
    const isThere = names.length === 0 || (await isMember(db, held));
    const { came, missing } = isThere ? await readAgain(services, held, names) : nothing;
    const why = isThere ? failureOf(came, missing) : "The person whose connections it reads with left the team.";
    await settle(services, held, came, why, !isThere);
  } catch (error) {
    services.log.warn({ dashboard: held.id, error: describe(error) }, "could not read a dashboard again");
    await settle(services, held, [], "Reading it again failed inside the service. Refresh it again.", false).catch((failure: unknown) =>
      services.log.error({ dashboard: held.id, error: describe(failure) }, "a failed refresh could not be stored; it is taken up again"),
    );
  }
  turnChanged(services, held.id, held, ["artifact"]);
}

async function isMember(db: Db, { created_by_user_id, team_id }: Refreshing): Promise<boolean> {
  const role = await findRole(db, created_by_user_id, team_id);
  return role !== undefined && atLeast(role, "team:member");
}

async function settle(services: EngineServices, held: Refreshing, came: readonly Came[], why: string | undefined, forGood: boolean) {
  await services.store.db.transaction(async (tx) => {
    const dashboard = await lockRefreshing(tx, held);
    if (!dashboard) return;
    await replaceReads(tx, came);
    if (why === undefined) return endRefresh(tx, dashboard);
    const failures = await failRefresh(tx, dashboard, storable(why), forGood);
    if (failures === undefined) return;
    await record(tx, dashboardEvents, {
      type: "dashboard.refresh_paused",
      team: dashboard.team_id,
      actor: { kind: "service" },
      subject: dashboard.id,
      data: { failures },
    });
  });
}

/** `missing`: reads of the page that the dashboard has no call of, as in a copy. */
async function readAgain(
  services: EngineServices,
  held: Refreshing,
  names: readonly string[],
): Promise<{ came: readonly Came[]; missing: boolean }> {
  const { db } = services.store;
  const until = services.clock().getTime() + mostMs;
  const reads = await findReads(db, held.id, names);
  const usable = new Map((await connectionsOf(db, held)).map((one) => [one.id, one]));
  const ofConnection = Map.groupBy(reads, (read) => read.connection_id);
  const all = [...ofConnection].map(async ([id, own]): Promise<Came[]> => {
    const connection = id === null ? undefined : usable.get(id);
    const fail = (failure: string) => own.map((read) => ({ ...named(read), failure }));
    if (!connection) return fail(`The dashboard no longer reads with “${own[0]?.connection_name ?? ""}”.`);
    try {
      const tools = await readingTools(services, connection);
      const came: Came[] = [];
      for (const read of own) {
        const tool = tools.find(({ name }) => name === read.tool);
        if (!tool || !(await isConfirmed(db, held.id, connection.id, tool.digest)))
          came.push({
            ...named(read),
            failure: `“${connection.name}” has changed the tool ${read.tool}. Ask the agent to read with it again.`,
          });
        else if (services.clock().getTime() > until)
          came.push({ ...named(read), failure: `“${connection.name}” answered too slowly to read all of this page.` });
        else came.push(await readOne(services, connection, tool, read));
      }
      return came;
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      return fail(error.message);
    }
  });
  return { came: (await Promise.all(all)).flat(), missing: reads.length < names.length };
}

const nothing = { came: [], missing: false };
const named = ({ id, name }: KeptRead) => ({ id, name });

async function readOne(services: EngineServices, connection: ConnectionRecord, tool: ListedTool, read: KeptRead): Promise<Came> {
  try {
    return { ...named(read), rows: await readWith(services, connection, tool, read.arguments) };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { ...named(read), failure: error.message };
  }
}

function failureOf(came: readonly Came[], missing: boolean): string | undefined {
  const failures = came.flatMap((one) => ("failure" in one ? [one.failure] : []));
  const said = [
    ...new Set([...failures, ...(missing ? ["Not all of its connections were read for this dashboard. Ask the agent to read them."] : [])]),
  ];
  return said.length > 0 ? said.slice(0, 3).join(" ").slice(0, 600) : undefined;
}

export const dashboardRefreshes: Work = {
  name: "dashboard refreshes",
  start: (services, liveness) =>
    createWakeLoop(services, { name: "dashboard refreshes", due: refreshesDue, round: () => refreshRound(services, liveness) }),
};
