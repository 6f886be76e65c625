import { endpoint } from "#contract/endpoint.ts";
import { int53, nameUpTo, page, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf, sortOf } from "#contract/list-query.ts";
import { z } from "#contract/zod.ts";
import "./ids.ts";
import "./topics.ts";
import { toyList } from "./toy-list.ts";

export type Toy = z.output<typeof Toy>;
export const Toy = z.strictObject({
  id: uuid,
  name: z.string(),
  wrapped: z.boolean(),
  color: z.string().nullable(),
  refused: z.string().nullable(),
});

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
  reads: ["toy"],
  query: z.strictObject({
    ...page(50, 100),
    ...queryOf(toyList),
    sort_by: sortOf(toyList.sorts).default("name"),
    sort_order: z.enum(["asc", "desc"]).default(toyList.sorts.start.order),
  }),
  reply: z.strictObject({ toys: z.array(Toy), total: int53 }),
});

export const createToy = endpoint({
  ...shared,
  name: "createToy",
  method: "POST",
  summary: "Make a toy",
  changes: ["toy"],
  records: "toy.made",
  body: z.strictObject({ name: nameUpTo(100) }),
  reply: Toy,
});

export const renameToy = endpoint({
  ...shared,
  name: "renameToy",
  method: "PATCH",
  path: "/v2/toys/{toy_id}",
  summary: "Rename a toy",
  access: { ...shared.access, by: "toy_id" },
  changes: ["toy"],
  params: z.strictObject({ toy_id: idOf("toy") }),
  body: z.strictObject({ name: nameUpTo(100) }),
  reply: Toy,
});

export const paintToys = endpoint({
  ...shared,
  name: "paintToys",
  method: "POST",
  path: "/v2/teams/{teamId}/toys/paint",
  summary: "Paint the toys of a team",
  changes: ["toy"],
  body: z.strictObject({ color: nameUpTo(20) }),
  reply: z.strictObject({ id: uuid }),
});

export const deleteToys = endpoint({
  ...shared,
  name: "deleteToys",
  method: "DELETE",
  summary: "Delete the toys of a team",
  changes: ["toy"],
  status: 204,
  reply: z.null(),
});
