import { endpoint } from "#contract/endpoint.ts";
import { timestamp } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";

/** A visit ends with what its person does last before a pause of this length, as the field measures sessions. */
export const visitPauseMinutes = 30;

export const recordVisit = endpoint({
  name: "recordVisit",
  method: "PUT",
  path: "/v2/teams/{teamId}/visit",
  area: "Team",
  summary: "Visit a team; answers when the caller's former visit ended",
  access: { scope: "team", by: "teamId", role: "team:clarity-member" },
  changes: [],
  ours: "Home tells what happened since one's last visit, the same on every device.",
  params: z.strictObject({ teamId: idOf("team") }),
  /** Null: it is the first one. The same as long as the visit goes on. */
  reply: z.strictObject({ since: timestamp.nullable() }),
});
