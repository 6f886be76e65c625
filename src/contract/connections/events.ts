import { change, subjects } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { brokenReasons } from "./connection-words.ts";

const of = subjects({
  secret: { by: "id", in: "" },
  login: { by: "id", in: "" },
  integration: { by: "custom_integration_id", in: "" },
  connection: { by: "connection_id", in: "" },
  organization: { by: "orgId" },
});

export const connectionEvents = {
  "secret.created": change(of.secret),
  "secret.updated": change(of.secret),
  "secret.deleted": change(of.secret),
  "login.created": change(of.login),
  "login.updated": change(of.login),
  "login.deleted": change(of.login),
  "integration.created": change(of.integration),
  "integration.deleted": change(of.integration),
  "connection.created": change(of.connection),
  "connection.updated": change(of.connection),
  /** It leads to another server, which gets none of what the one before was sent. */
  "connection.credentials_dropped": change(of.connection),
  /** Its sign-in ended, and a person has to sign in again. */
  "connection.broken": change(of.connection, { reason: z.enum(brokenReasons) }),
  /** A person called one of its tools by hand. */
  "connection.tried": change(of.connection),
  "connection.deleted": change(of.connection),
  /** Another team of the organization may use it, or no longer: in the log of both. */
  "connection.granted": change(of.connection, { team_id: uuid }),
  "connection.grant_revoked": change(of.connection, { team_id: uuid }),
  /** That team gave it up itself. */
  "connection.grant_given_up": change(of.connection, { team_id: uuid }),
  "organization.connection_sharing_changed": change(of.organization, { enabled: z.boolean() }),
};

type ConnectionEvents = typeof connectionEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends ConnectionEvents {}
}
