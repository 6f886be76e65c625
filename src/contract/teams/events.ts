import { change } from "#contract/event.ts";

export const teamEvents = {
  "api_key.created": change("api_key"),
  "api_key.revoked": change("api_key"),
  "organization.retention_changed": change("organization"),
  "user.profile_changed": change("user"),
  "user.password_changed": change("user"),
  "user.second_factor_added": change("user"),
  "user.second_factor_removed": change("user"),
  "user.signed_out_everywhere": change("user"),
};
