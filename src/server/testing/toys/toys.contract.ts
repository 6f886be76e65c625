import { endpoint } from "#contract/endpoint.ts";
import { nameUpTo, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";

const Toy = z.strictObject({ id: uuid, name: z.string(), wrapped: z.boolean() });

const shared = {
  path: "/v2/teams/{teamId}/toys",
  area: "Toys",
  access: { scope: "team", by: "teamId", role: "team:member" },
  params: z.strictObject({ teamId: idOf("team") }),
} as const;

export const listToys = endpoint({
  ...shared,
  name: "listToys",
  method: "GET",
  summary: "The toys of a team",
  reads: [],
  reply: z.strictObject({ toys: z.array(Toy) }),
});

export const createToy = endpoint({
  ...shared,
  name: "createToy",
  method: "POST",
  summary: "Make a toy",
  changes: [],
  body: z.strictObject({ name: nameUpTo(100) }),
  reply: Toy,
});

export const deleteToys = endpoint({
  ...shared,
  name: "deleteToys",
  method: "DELETE",
  summary: "Delete the toys of a team",
  changes: [],
  status: 204,
  reply: z.null(),
});
