import { area } from "#server/engine/area.ts";
import * as contract from "./toys.contract.ts";
import { painting } from "./painting.ts";
import { toyHandlers } from "./toys.ts";
import { wrapping } from "./wrapping.ts";

/** An area that the service does not have: two tables, four endpoints, a worker and a job. */
export const toys = area({
  name: "toys",
  contract: { toys: contract },
  handlers: { toys: toyHandlers },
  work: [wrapping],
  jobs: [painting],
});
