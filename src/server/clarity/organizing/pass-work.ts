import { listUnplaced, readDetails } from "#server/clarity/landscape/details.store.ts";
import { tellLandscape } from "#server/clarity/landscape/in-landscape.ts";
import type { PassRecord } from "#server/clarity/landscape/passes.store.ts";
import { listPlaces } from "#server/clarity/landscape/places.store.ts";
import { insideOf } from "#server/clarity/landscape/tree.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import { ModelFault } from "#server/engine/models/port.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { everySecond, type Sweep } from "#server/engine/work.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { describe } from "#server/platform/work/describe.ts";
import { applyProposal } from "./apply-proposal.ts";
import { askForProposal } from "./ask-model.ts";
import { claimPass, endPass, holdPass, passesDue, retryPass } from "./passes.store.ts";
import type { Workspace } from "./proposal.ts";

/** Of one pass: the rest comes with the next one. */
const mostUnsorted = 300;
const mostTries = 4;
const restMs = 5_000;
const summaryLetters = 300;

/** Takes the passes that are due as far as they go, one after the other. */
async function workOnPasses(services: EngineServices, closed: () => boolean): Promise<void> {
  while (!closed()) {
    const pass = await claimPass(services.store.db);
    if (!pass) return;
    await carryOut(services, pass);
  }
}

/** Every way in which a pass ends is written down; one whose turn is over writes nothing. */
async function carryOut(services: EngineServices, pass: PassRecord): Promise<void> {
  const { db } = services.store;
  const { organization_id: organizationId } = pass;
  try {
    const proposal = await askForProposal(services, await workspaceOf(db, pass));
    await db.transaction(async (tx) => {
      await lock(tx, locks.clarityLandscape(organizationId));
      if (!(await holdPass(tx, pass))) return;
      await applyProposal(tx, organizationId, proposal);
      await endPass(tx, pass, { status: "completed" });
    });
  } catch (error) {
    const transient = !(error instanceof ModelFault) || error.transient;
    if (!(error instanceof ModelFault)) services.log.error({ error: describe(error) }, "a pass over a landscape failed");
    const message = error instanceof ModelFault ? error.message : "An internal error interrupted the work on the landscape.";
    if (transient && pass.tries < mostTries) await retryPass(db, pass, restMs * pass.tries);
    else await endPass(db, pass, { status: "failed", error: storable(message).slice(0, 500) });
  }
  await tellLandscape({ db, live: services.live }, organizationId);
}

/** What a model is told, read at one time. */
async function workspaceOf(db: Db, { organization_id, kind }: PassRecord): Promise<Workspace> {
  const places = await listPlaces(db, organization_id);
  const unplaced = (await listUnplaced(db, organization_id)).slice(0, mostUnsorted);
  const details = await readDetails(
    db,
    unplaced.map(({ process }) => process.id),
  );
  const nameOf = new Map(places.map(({ id, name }) => [id, name]));
  const around = (parentId: string | null) => nameOf.get(parentId ?? "") ?? null;
  return {
    kind,
    areas: places
      .filter((place) => place.kind === "area")
      .map(({ id, name, parent_id }) => ({
        name,
        inside: around(parent_id),
        processes: insideOf(places, id).flatMap((place) => (place.kind === "process" ? place.name : [])),
      })),
    placed: places.flatMap(({ process, name, parent_id }) => (process ? [{ id: process.id, name, area: around(parent_id) }] : [])),
    unsorted: unplaced.map(({ process: { id, name }, team_name: team }) => ({
      id,
      name,
      team,
      summary: details.get(id)?.summary?.slice(0, summaryLetters).toWellFormed() ?? null,
    })),
  };
}

export const landscapePasses: Sweep = {
  name: "landscape passes",
  every: everySecond,
  due: passesDue,
  start: (services, closed) => () => workOnPasses(services, closed),
};
