import { area } from "#server/engine/area.ts";
import * as contract from "./toys.contract.ts";
import { toyEvents } from "./events.ts";
import { noting } from "./noting.ts";
import { painting } from "./painting.ts";
import { toyHandlers } from "./toys.ts";
import { wrapping } from "./wrapping.ts";

/** An area that the service does not have: three tables, four endpoints, two events with a consumer, a worker and a job. */
export const toys = area({
  name: "toys",
  contract: { toys: contract },
  handlers: { toys: toyHandlers },
  events: toyEvents,
  on: [() => noting],
  work: [wrapping],
  jobs: [painting],
});
