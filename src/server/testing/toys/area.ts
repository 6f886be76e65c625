import { area } from "#server/engine/area.ts";
import * as contract from "./toys.contract.ts";
import { toyHandlers } from "./toys.ts";
import { wrapping } from "./wrapping.ts";

/** An area that the service does not have: a table, three endpoints and a worker. */
export const toys = area({ name: "toys", contract: { toys: contract }, handlers: { toys: toyHandlers }, work: [wrapping] });
