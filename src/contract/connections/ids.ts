import { idKinds } from "#contract/ids.ts";

const connectionIds = idKinds({
  connection: "connection",
  custom_integration: "custom integration",
  login: "login",
  secret: "secret",
});

type ConnectionIds = typeof connectionIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends ConnectionIds {}
}
