import { maxLinks } from "#contract/clarity/links.ts";
import { maxNodeDepth, maxNodes } from "#contract/clarity/node.ts";
import { listUnplaced } from "#server/clarity/landscape/details.store.ts";
import { countLinks, findEqualLink, insertLink } from "#server/clarity/landscape/links.store.ts";
import { insertPlace, listPlaces } from "#server/clarity/landscape/places.store.ts";
import { levelOf } from "#server/clarity/landscape/tree.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Proposal } from "./proposal.ts";

const lower = (name: string) => name.toLocaleLowerCase("en");

/** Writes what still holds of a proposal: what people placed meanwhile stays where they put it. The caller holds the landscape. */
export async function applyProposal(db: Db, organizationId: string, proposal: Proposal): Promise<void> {
  const places = await listPlaces(db, organizationId);
  let room = maxNodes - places.length;
  const areas = new Map(
    places.flatMap(({ id, name, kind }) => (kind === "area" ? [[lower(name), { id, level: levelOf(places, id) }] as const] : [])),
  );
  const add = async (name: string, inside: string | null | undefined) => {
    const around = inside ? areas.get(lower(inside)) : undefined;
    const level = (around?.level ?? 0) + 1;
    if (room <= 0 || level >= maxNodeDepth || areas.has(lower(name))) return;
    room -= 1;
    const values = { organization_id: organizationId, parent_id: around?.id ?? null, kind: "area", name } as const;
    areas.set(lower(name), { id: await insertPlace(db, { ...values, existence: "proposed", source: "ai" }), level });
  };
  // An area may be named before the one that it is inside.
  const outer = proposal.areas.filter(({ inside }) => !inside || areas.has(lower(inside)));
  for (const { name, inside } of [...outer, ...proposal.areas.filter((one) => !outer.includes(one))]) await add(name, inside);
  const nodeOf = new Map(places.flatMap(({ id, process }) => (process ? [[process.id, id] as const] : [])));
  const free = new Map((await listUnplaced(db, organizationId)).map(({ process }) => [process.id, process]));
  for (const { process: id, area } of proposal.placements) {
    const [process, at] = [free.get(id), areas.get(lower(area))];
    if (!process || !at || room <= 0 || nodeOf.has(id)) continue;
    room -= 1;
    const values = { organization_id: organizationId, parent_id: at.id, kind: "process", process_id: id, name: process.name } as const;
    nodeOf.set(id, await insertPlace(db, { ...values, existence: "active", source: "ai" }));
  }
  let links = maxLinks - (await countLinks(db, organizationId));
  for (const { source, target, type, confidence, rationale } of proposal.links ?? []) {
    const [source_node_id, target_node_id] = [nodeOf.get(source), nodeOf.get(target)];
    if (!source_node_id || !target_node_id || source_node_id === target_node_id || links <= 0) continue;
    if (await findEqualLink(db, { source_node_id, target_node_id, type })) continue;
    links -= 1;
    await insertLink(db, {
      organization_id: organizationId,
      source_node_id,
      target_node_id,
      type,
      state: "suggested",
      confidence,
      rationale,
    });
  }
}
