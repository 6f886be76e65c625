import { it } from "vitest";
import { takeOrders } from "./process-orders.cases.ts";

it("answers and stores what a small model says, in 12 orders of what people do", () =>
  takeOrders({ sequences: 12, length: 15, together: 0.3 }));
