import { idKinds } from "#contract/ids.ts";

const dashboardIds = idKinds({
  artifact: "dashboard",
  artifact_revision: "version of a dashboard",
});

type DashboardIds = typeof dashboardIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends DashboardIds {}
}
