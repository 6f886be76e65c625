import { endpoint } from "#contract/endpoint.ts";
import { name, text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { mayChangeCredential } from "./rights.ts";

/** A host name alone, as people write it. */
export const startHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: "Enter only the host name, as in example.myshopify.com" });

/** What some providers need to know before anybody can be sent there. */
export const nativeStartFields = { shop: startHost.optional() } as const;

export const startNativeOAuth = endpoint({
  name: "startNativeOAuth",
  method: "POST",
  path: "/v2/teams/{teamId}/connections/oauth/native/{provider}/start",
  area: "Connections",
  summary: "Start a sign-in at a service of the catalog, by its `oauth_provider_key`; a browser opens the address within 10 minutes",
  access: { scope: "team", by: "teamId", role: "team:member" },
  may: mayChangeCredential,
  changes: [],
  params: z.strictObject({ teamId: idOf("team"), provider: text(1, 100) }),
  body: z.strictObject({
    /** Ours: what people find the connection by; the name of the service if left out. */
    name: name.optional(),
    /** An address of this service, or a path of its console. */
    return_url: text(1, 2_000).optional(),
    /** The connection that is repaired in place: it keeps its id and every pin. */
    reconnect_instance_id: uuid.optional(),
    ...nativeStartFields,
  }),
  reply: z.strictObject({ authorization_url: z.string() }),
  errors: ["provider_not_set_up", "outbound_refused", "server_unreachable", "oauth_unsupported"],
});
