import { idKinds } from "#contract/ids.ts";

const toyIds = idKinds({ toy: "toy" });

type ToyIds = typeof toyIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends ToyIds {}
}
