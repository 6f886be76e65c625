import { expect, test } from "vitest";
import type { Condition } from "#contract/schedules/payload-conditions.ts";
import { unmatched } from "#contract/schedules/trigger-filter.ts";
import { exampleEvent } from "./example-event.ts";

const listener = (event_type: string | undefined, conditions: Condition[] = [], enabled = true) => ({
  enabled,
  filter_config: { event_type, conditions },
});

test("a test event is one that the first active trigger with a type takes", () => {
  expect(exampleEvent([])).toEqual({ type: "invoice.paid", data: { amount: 250 } });
  expect(exampleEvent([listener("off", [], false), listener(undefined), listener("on")])).toEqual({ type: "on", data: {} });
  const conditions: Condition[] = [
    { path: "data.amount", is: "more_than", value: "100" },
    { path: "data.fee", is: "less_than", value: "-1.5" },
    { path: "data.status", is: "is", value: "open" },
    { path: "data.count", is: "is", value: "3" },
    { path: "data.price", is: "is", value: "1.50" },
    { path: "data.status", is: "is_not", value: "closed" },
    { path: "data.lines.0.text", is: "contains", value: "urgent" },
    { path: "__proto__.polluted", is: "is_there", value: "" },
  ];
  const event = exampleEvent([listener("ticket.created", conditions)]);
  expect(event).toMatchObject({ type: "ticket.created", data: { amount: 101, fee: -2.5, status: "open", count: 3, price: "1.50" } });
  const sent = JSON.parse(JSON.stringify(event)) as unknown;
  expect(unmatched({ event_type: "ticket.created", conditions }, { event_type: "ticket.created" }, sent)).toEqual([]);
  expect("polluted" in {}).toBe(false);
});
