import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Success } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";

// What a team does with a connection that another one lets it use.

const area = "Connections";
const managed = { scope: "team", by: "teamId", role: "team:manager" } as const;
const params = z.strictObject({ teamId: idOf("team"), connection_id: idOf("connection") });
const path = "/v2/teams/{teamId}/granted-connections/{connection_id}";

export const giveUpConnectionGrant = endpoint({
  name: "giveUpConnectionGrant",
  method: "DELETE",
  path,
  area,
  summary: "Give up a connection granted by another team: revisions here lose it, event triggers on it are deleted",
  access: managed,
  records: "connection.grant_given_up",
  changes: ["connection", "revision_slot", "revision", "event_trigger", "schedule"],
  ours: "A team ends what it no longer wants without asking the one that granted it.",
  params,
  reply: Success,
});

export const previewGivingUpConnectionGrant = endpoint({
  name: "previewGivingUpConnectionGrant",
  method: "GET",
  path: `${path}/deletion`,
  area,
  summary: "Which agents of the team lose a connection that is given up, by name; changes nothing",
  access: managed,
  reads: [],
  ours: deletionOurs,
  params,
  reply: Deletion,
});
