import { idKinds } from "#contract/ids.ts";

const libraryIds = idKinds({
  skill: "skill",
});

type LibraryIds = typeof libraryIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends LibraryIds {}
}
