import { idKinds } from "#contract/ids.ts";

const runIds = idKinds({
  human_request: "human request",
  job: "job",
  run: "run",
  sandbox: "sandbox",
});

type RunIds = typeof runIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends RunIds {}
}
