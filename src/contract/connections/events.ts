import { change } from "#contract/event.ts";

export const connectionEvents = {
  "secret.created": change("secret"),
  "secret.updated": change("secret"),
  "secret.deleted": change("secret"),
  "login.created": change("login"),
  "login.updated": change("login"),
  "login.deleted": change("login"),
};
