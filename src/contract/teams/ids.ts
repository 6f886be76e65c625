import { idKinds } from "#contract/ids.ts";

const teamIds = idKinds({
  api_key: "API key",
  authorization: "request of an AI client",
  invite: "invite",
  list_view: "saved view",
  member: "member",
  organization: "organization",
  person: "person who asks",
  team: "team",
});

type TeamIds = typeof teamIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends TeamIds {}
}
