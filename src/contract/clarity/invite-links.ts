import { endpoint } from "#contract/endpoint.ts";
import { Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { invitesGuests } from "./rights.ts";

const shared = {
  area: "Clarity",
  path: "/v2/clarity-v2/processes/{process_id}/invite-link",
  access: { scope: "team", by: "process_id", role: "team:member" },
  params: z.strictObject({ process_id: idOf("clarity_process") }),
} as const;

/** How long the link of an interview works (ours). */
export const inviteLinkDays = 30;

const By = record("ClarityInviter", { id: uuid, email: z.string().nullable() });
const link = { id: uuid, created_at: timestamp, created_by: By };

export const createClarityInviteLink = endpoint({
  ...shared,
  name: "createClarityInviteLink",
  method: "POST",
  summary: "Make a link to interview a person without an account; the link before ends",
  may: invitesGuests,
  records: "clarity_process.guest_invited",
  changes: ["clarity_process"],
  status: 201,
  reply: z.strictObject({ invite_link: z.strictObject({ ...link, url: z.url() }) }),
  creates: "once",
});

export const getClarityInviteLink = endpoint({
  ...shared,
  name: "getClarityInviteLink",
  method: "GET",
  summary: "Whether a link works now, for an interview",
  reads: ["clarity_process"],
  ours: "The store has the hash of the link only.",
  reply: z.strictObject({
    invite_link: record("ClarityInviteLink", {
      ...link,
      expires_at: timestamp,
      /** The interview that was started by it. */
      capture_id: uuid.nullable(),
    }).nullable(),
  }),
});

export const deleteClarityProcessInviteLink = endpoint({
  ...shared,
  name: "deleteClarityProcessInviteLink",
  method: "DELETE",
  summary: "End the link, for an interview; what was said stays",
  may: invitesGuests,
  records: "clarity_process.guest_link_ended",
  changes: ["clarity_process"],
  ours: "The specification names this operation without an address.",
  reply: Success,
});
