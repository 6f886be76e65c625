import { it } from "vitest";
import { scaled } from "#server/testing/proof.ts";
import { takeOrders } from "./process-orders.cases.ts";

it("answers and stores what a small model says, in 600 orders of what people do one after the other", () =>
  takeOrders({ sequences: scaled(600), length: 20, together: 0 }));

it("answers and stores one of the orders of two that do something at the same time, in 1,000 times 20 steps", () =>
  takeOrders({ sequences: scaled(1_000), length: 20, together: 0.9 }));
