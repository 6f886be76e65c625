import { endpoint } from "#contract/endpoint.ts";
import { text, timestamp } from "#contract/fields.ts";
import { idOf, spelledIdOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

const id = spelledIdOf("authorization", text(1, 100).regex(/^[\w-]+$/, { error: "Use the id from the address of the page" }));

/** An AI client that asks to be let in. What it says of itself nobody has checked, but for `host`. */
export const Authorization = record("Authorization", {
  id,
  client: z.string(),
  /** Whose document describes the client, by HTTPS; null: it registered by itself, and may be anybody. */
  host: z.string().nullable(),
  /** The host that the browser goes to afterwards, or the scheme of an app with its colon; null: to a program on this computer. */
  returns_to: z.string().nullable(),
  /** It asks for an address that only reads. */
  reads_only: z.boolean(),
  expires_at: timestamp,
});
export type Authorization = z.output<typeof Authorization>;

const area = "API keys";
const ours = "AI clients sign in by OAuth 2.1; the pages before and after are the console's.";
const params = z.strictObject({ id });

export const getAuthorization = endpoint({
  name: "getAuthorization",
  method: "GET",
  path: "/v2/authorizations/{id}",
  area,
  summary: "An AI client that asks to be let in, for the signed-in person",
  access: { scope: "self", by: "session" },
  ours,
  reads: [],
  params,
  reply: z.strictObject({ authorization: Authorization }),
  errors: ["authorization_over"],
});

export const decideAuthorization = endpoint({
  name: "decideAuthorization",
  method: "POST",
  path: "/v2/authorizations/{id}",
  area,
  summary: "Let an AI client in as the signed-in person, or not; the browser continues at the answer's address",
  access: { scope: "self", by: "session" },
  ours,
  changes: ["api_key"],
  params,
  body: z.strictObject({
    allow: z.boolean(),
    /** The one team it acts in; absent: all teams of the person. */
    team_id: idOf("team").nullable().optional(),
    reads_only: z.boolean().optional().meta({ default: false }),
  }),
  reply: z.strictObject({ continue_url: z.string() }),
  errors: ["authorization_over", "too_many"],
});
