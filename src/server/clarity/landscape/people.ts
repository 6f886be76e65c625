import { clarityEvents } from "#contract/clarity/events.ts";
import type * as contract from "#contract/clarity/people.ts";
import { maxPeople } from "#contract/clarity/people.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { type Held, holdLandscape, managedPlace, requirePlace, seenPlace, tellLandscape } from "./in-landscape.ts";
import { addPerson, countPeople, findMemberOf, listPeople, setRole } from "./people.store.ts";
import { listPlaces, type Place, type PlacedProcess } from "./places.store.ts";
import { reachOf, seesPlace } from "./reach.ts";
import { branchOf, treeOf } from "./tree.ts";

/** Rows of one answer about all processes (ours). */
const mostRows = 2_000;

export const clarityPeopleHandlers: Handlers<typeof contract> = {
  async listClarityLandscapeNodePeople({ params, query }, context) {
    const process = requireProcessAt(await requirePlace(context, params.orgId, params.nodeId), query.teamId);
    return { people: (await listPeople(context.db, [process.id], maxPeople)).map(({ person }) => person) };
  },

  async updateClarityLandscapeNodePerson({ params, query, body: { role } }, context) {
    const held = await holdLandscape(context, params.orgId);
    const process = requireProcessAt(seenPlace(held, params.nodeId), query.teamId);
    managedPlace(held, params.nodeId);
    const person = await setRole(context.db, process.id, params.personId, role === "" ? null : role);
    if (!person) throw refuse("not_found");
    await tellOfPeople(context, params.orgId, [process]);
    return person;
  },

  async batchAddClarityLandscapeNodePeople({ params: { orgId }, body }, context) {
    const held = await holdLandscape(context, orgId);
    const places = [...new Set(body.nodeIds)].map((id) =>
      managedPlace(held, id, `There is no place with the id ${id}. No person was added.`),
    );
    const results = [];
    const changed = new Map<string, PlacedProcess>();
    for (const place of places)
      for (const person of body.people) {
        const came = await add(context, held, place, person);
        if (came.status === "added" && place.process) changed.set(place.process.id, place.process);
        results.push({ nodeId: place.id, person: person.userId ?? person.email ?? "", ...came });
      }
    if (changed.size > 0) await tellOfPeople(context, orgId, [...changed.values()]);
    else context.unchanged();
    return { results };
  },

  async getClarityHierarchyPeople({ params, query: { rootId } }, context) {
    const reach = await reachOf(context, params.orgId);
    const whole = treeOf(await listPlaces(context.db, params.orgId), (place) => seesPlace(reach, place));
    const tree = rootId === undefined ? whole : branchOf(whole, rootId);
    if (!tree) throw refuse("not_found");
    const nodeOf = new Map(tree.flatMap(({ place }) => (place.process ? [[place.process.id, place.id] as const] : [])));
    const rows = await listPeople(context.db, [...nodeOf.keys()], mostRows + 1);
    const people = rows.slice(0, mostRows).map(({ processId, person }) => ({ ...person, processId, nodeId: nodeOf.get(processId) ?? "" }));
    return { people, truncated: rows.length > mostRows };
  },
};

/** The process at a place, in the team that the caller thinks it is in. */
function requireProcessAt({ kind, process }: Place, teamId: string | undefined): PlacedProcess {
  if (!process) throw refuse("no_process", kind === "area" ? "An area has no process." : undefined);
  if (teamId !== undefined && process.team_id !== teamId) throw refuse("not_found");
  return process;
}

interface Named {
  readonly userId?: string | undefined;
  readonly email?: string | undefined;
}

async function add({ db }: Context, { reach }: Held, { process }: Place, person: Named) {
  const failed = (message: string) => ({ status: "failed" as const, personId: null, message });
  if (!process) return failed("There is no process here.");
  if ((await countPeople(db, process.id)) >= maxPeople) return failed(`A process has at most ${maxPeople} people.`);
  const userId = await findMemberOf(db, reach.organizationId, person);
  if (userId === undefined && person.userId !== undefined)
    throw refuse("not_found", `The organization has no member with the id ${person.userId}. No person was added.`);
  const personId = await addPerson(db, process.id, { userId, email: person.email });
  if (personId === undefined) return { status: "conflict" as const, personId: null, message: "Already involved in this process." };
  return { status: "added" as const, personId, message: null };
}

async function tellOfPeople(context: Context, organizationId: string, processes: readonly PlacedProcess[]): Promise<void> {
  const happened = processes.map(({ id, team_id }) => ({
    type: "clarity_process.people_changed" as const,
    team: team_id,
    actor: { kind: "user" as const, id: context.caller.userId },
    subject: id,
    data: {},
  }));
  await record(context.db, clarityEvents, ...happened);
  await tellLandscape(context, organizationId, { teamId: processes[0]?.team_id });
}
