import { area } from "#server/engine/area.ts";
import * as contract from "./toys.contract.ts";
import { toyEvents } from "./events.ts";
import { noting } from "./noting.ts";
import { painting } from "./painting.ts";
import { toyHandlers } from "./toys.ts";
import { wrapping } from "./wrapping.ts";

/** An area that the service does not have: what is its own in every respect: tables, endpoints, ids, a topic, a list, events, a worker, a job. */
export const toys = area({
  name: "toys",
  contract: { toys: contract },
  owns: { toy: { sql: (id) => `select team_id from toys where id = ${id}` } },
  handlers: { toys: toyHandlers },
  events: toyEvents,
  on: [() => noting],
  work: [wrapping],
  jobs: [painting],
});
