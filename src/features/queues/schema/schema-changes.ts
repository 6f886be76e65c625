import type { CaseSchema, FieldSchema, ObjectSchema } from "#contract/queues/case-schema.ts";
import { ownValue } from "#contract/queues/case-fields.ts";
import { groupIn } from "./schema-kinds.ts";

/** What becomes of the fields when one schema takes another's place, those of groups by their places, as in `supplier.name`. */
export function schemaChanges(before: CaseSchema | null, after: CaseSchema): string[] {
  return changesOf(before ?? {}, after, "");
}

type Group = Pick<ObjectSchema, "properties" | "required">;

function changesOf(before: Group, after: Group, above: string): string[] {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}];
  const [wasNeeded, isNeeded] = [before, after].map(
    ({ required = [] }) =>
      (name: string) =>
        required.includes(name),
  ) as [Test, Test];
  const changes = Object.entries(now).flatMap(([name, field]) => {
    const [place, known] = [`${above}${name}`, ownValue(old, name)];
    if (!known) return [`${place} is new${isNeeded(name) ? ", and required" : ""}`];
    const turned = wasNeeded(name) === isNeeded(name) ? [] : [`${place} is ${isNeeded(name) ? "now required" : "now optional"}`];
    return [...turned, ...fieldChanges(known, field, place)];
  });
  const gone = Object.keys(old).flatMap((name) => (Object.hasOwn(now, name) ? [] : [`${above}${name} is no longer accepted`]));
  const common = (one: object, other: object) => Object.keys(one).filter((name) => Object.hasOwn(other, name));
  const moved = common(old, now).join("\n") === common(now, old).join("\n") ? [] : [orderWords(above)];
  return [...changes, ...gone, ...moved];
}
type Test = (name: string) => boolean;

function fieldChanges(before: FieldSchema, after: FieldSchema, place: string): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [old, now] = [groupIn(before), groupIn(after)];
  const own = shellOf(before) === shellOf(after) ? [] : [`${place} has different rules`];
  return old && now ? [...own, ...changesOf(old, now, `${place}.`)] : own;
}

/** A field without the fields in it. */
function shellOf(field: FieldSchema): string {
  const inner = groupIn(field);
  return JSON.stringify(field, (_, value: unknown) => {
    if (value !== inner) return value;
    const { properties: _properties, required: _required, ...shell } = inner as ObjectSchema;
    return shell;
  });
}

function orderWords(above: string): string {
  return above === "" ? "The order of the fields changes" : `The order of the fields of ${above.slice(0, -1)} changes`;
}
