import { type Condition, isNumber, valueAt } from "#contract/schedules/payload-conditions.ts";
import type { Listener } from "#contract/schedules/webhook-source-events.ts";

type Json = Readonly<Record<string, unknown>>;

/** An event that an active trigger takes, of the first that names a type; where none does, one that shows what an event looks like. */
export function exampleEvent(listeners: readonly Pick<Listener, "enabled" | "filter_config">[]): Json {
  const wanted = listeners.find(({ enabled, filter_config }) => enabled && filter_config.event_type)?.filter_config;
  if (!wanted) return { type: "invoice.paid", data: { amount: 250 } };
  const { event_type: type, conditions = [] } = wanted;
  return conditions
    .filter(({ is }) => is !== "is_not")
    .reduce<Json>((event, condition) => placed(event, condition.path.split("."), valueFor(condition)), { type, data: {} });
}

function placed(at: Json, [name = "", ...rest]: readonly string[], value: unknown): Json {
  const there = valueAt(at, name);
  const inside = typeof there === "object" && there !== null ? (there as Json) : {};
  return { ...at, [name]: rest.length === 0 ? value : placed(inside, rest, value) };
}

function valueFor({ is, value }: Condition): unknown {
  if (is === "is_there") return true;
  if (is === "more_than") return Number(value) + 1;
  if (is === "less_than") return Number(value) - 1;
  // As a number where that is written in the same way: a comparison is one of texts.
  return isNumber(value) && String(Number(value)) === value ? Number(value) : value;
}
