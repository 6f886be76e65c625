import type * as contract from "#contract/clarity/links.ts";
import { maxLinks } from "#contract/clarity/links.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { type Held, holdLandscape, managedPlace, seenPlace, tellLandscape } from "./in-landscape.ts";
import {
  countLinks,
  findEqualLink,
  findLink,
  insertLink,
  type LinkRecord,
  pageLinksOf,
  patchLink,
  removeLink,
  toLink,
} from "./links.store.ts";
import { listPlaces } from "./places.store.ts";
import { reachOf, seesPlace } from "./reach.ts";

export const clarityLinkHandlers: Handlers<typeof contract> = {
  async listClarityProcessLinks({ params, query: { node_id: touching, limit, offset } }, context) {
    const reach = await reachOf(context, params.orgId);
    return inSnapshot(context.db, async (at) => {
      const seen = (await listPlaces(at, params.orgId)).filter((place) => seesPlace(reach, place)).map(({ id }) => id);
      if (touching !== undefined && !seen.includes(touching)) throw refuse("not_found");
      return { ...(await pageLinksOf(at, seen, { touching, limit, offset })), limit, offset };
    });
  },

  async createClarityProcessLink({ params, body: { state = "confirmed", ...body } }, context) {
    const { db } = context;
    const held = await holdLandscape(context, params.orgId);
    const teamId = requireEnds(held, body);
    const equal = await findEqualLink(db, body);
    if (equal) {
      context.unchanged();
      return { process_link: toLink(equal), created: false };
    }
    if ((await countLinks(db, params.orgId)) >= maxLinks)
      throw refuse("too_many", `The landscape has ${maxLinks.toLocaleString("en")} links, as many as there may be. Delete some first.`);
    const link = await insertLink(db, { ...body, state, organization_id: params.orgId });
    context.created();
    await tellLandscape(context, params.orgId, { teamId });
    return { process_link: toLink(link), created: true };
  },

  async updateClarityProcessLink({ params, body }, context) {
    const { held, link } = await managedLink(context, params.orgId, params.process_link_id);
    const changed = { ...link, ...body };
    const teamId = requireEnds(held, changed);
    const equal = await findEqualLink(context.db, changed);
    if (equal && equal.id !== link.id) throw refuse("already_linked");
    await tellLandscape(context, params.orgId, { teamId });
    return { process_link: toLink(await patchLink(context.db, link.id, body)) };
  },

  async deleteClarityProcessLink({ params }, context) {
    const { link, teamId } = await managedLink(context, params.orgId, params.process_link_id);
    await removeLink(context.db, link.id);
    await tellLandscape(context, params.orgId, { teamId });
    return { deleted: true };
  },
};

/** Throws unless the caller manages both ends, which are two processes. Returns the team of the first. */
function requireEnds(held: Held, { source_node_id, target_node_id }: Pick<LinkRecord, "source_node_id" | "target_node_id">) {
  if (source_node_id === target_node_id) throw invalid(["target_node_id"], "Name another process");
  // Nobody links an area: more rights would not help.
  if (seenPlace(held, source_node_id).kind === "area") throw invalid(["source_node_id"], "An area has no links");
  if (seenPlace(held, target_node_id).kind === "area") throw invalid(["target_node_id"], "An area has no links");
  managedPlace(held, target_node_id);
  return managedPlace(held, source_node_id).process?.team_id;
}

async function managedLink(context: Context, organizationId: string, id: string) {
  const held = await holdLandscape(context, organizationId);
  const link = await findLink(context.db, organizationId, id);
  if (!link) throw refuse("not_found");
  return { held, link, teamId: requireEnds(held, link) };
}
