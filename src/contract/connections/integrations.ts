import { endpoint } from "#contract/endpoint.ts";
import { int53, page, text, timestamp, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";

/** A kind of integration that revisions of the team can use. The built-in ones belong to nobody and are as old as the team. */
export const Integration = z.strictObject({
  id: uuid,
  name: z.string(),
  type: z.string(),
  provider: z.string(),
  user_id: uuid.nullable(),
  team_id: uuid,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Integration = z.output<typeof Integration>;

export const listIntegrations = endpoint({
  name: "listIntegrations",
  method: "GET",
  path: "/v2/teams/{teamId}/integrations",
  area: "Integrations",
  summary: "The kinds of integration that revisions of a team can use, by name",
  access: { kind: "team", by: "teamId", role: "team:member" },
  params: z.strictObject({ teamId: uuid }),
  query: z.strictObject({ ...page(100, 100), type: text(1, 200).optional() }),
  reply: z.strictObject({ integrations: z.array(Integration), total: int53, limit: z.int(), offset: int53 }),
});
