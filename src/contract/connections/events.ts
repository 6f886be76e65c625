import { change } from "#contract/event.ts";
import { z } from "#contract/zod.ts";
import { brokenReasons } from "./connection-words.ts";

export const connectionEvents = {
  "secret.created": change("secret"),
  "secret.updated": change("secret"),
  "secret.deleted": change("secret"),
  "login.created": change("login"),
  "login.updated": change("login"),
  "login.deleted": change("login"),
  "integration.created": change("integration"),
  "integration.deleted": change("integration"),
  "connection.created": change("connection"),
  "connection.updated": change("connection"),
  /** It leads to another server, which gets none of what the one before was sent. */
  "connection.credentials_dropped": change("connection"),
  /** Its sign-in ended, and a person has to sign in again. */
  "connection.broken": change("connection", { reason: z.enum(brokenReasons) }),
  /** A person called one of its tools by hand. */
  "connection.tried": change("connection"),
  "connection.deleted": change("connection"),
};
