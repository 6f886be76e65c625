import { type Dimension, fieldOwners, fieldPrefix, sourceOf, timeDimension } from "#contract/dashboards/catalogue.ts";
import type { Page, Query } from "#contract/dashboards/page.ts";
import type { Issue } from "#contract/errors.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { type Fields, fieldsOf, isValueOf } from "./fields.ts";

/** The fields of what a query names, by the ids of queues or the names of reads; null: a queue without fields. */
export type Schemas = ReadonlyMap<string, CaseSchema | null>;

/** The queues or reads whose fields a query can use, where it names them. */
export function fieldOwnersOf({ source, filters }: Query): readonly string[] {
  const owner = fieldOwners[source];
  return filters.find(({ by, kind }) => by === owner && kind === "is")?.values ?? [];
}

/**
 * What keeps a query from being counted, each with the place of it and what to do instead. None: it can be. `schemas` has one for each of
 * {@link fieldOwnersOf} that is there.
 */
export function faultsOf(query: Query, { parameters }: Pick<Page, "parameters">, schemas: Schemas): Issue[] {
  const faults: Issue[] = [];
  const say = (path: Issue["path"], message: string) => faults.push({ path, message });
  const owners = fieldOwnersOf(query);
  const isRead = query.source === "connections";
  for (const id of owners)
    if (!schemas.has(id))
      say(
        ["filters"],
        isRead
          ? `This dashboard has no read ${id}. Call read_connection first`
          : `There is no queue ${id} in this team. Use the id of one of its queues`,
      );
  if (isRead && owners.length !== 1) say(["filters"], 'Add a filter { by: "read", kind: "is", values: [name] } with one read');
  const all = owners.flatMap((id) => (schemas.has(id) ? [fieldsOf(query.source, schemas.get(id))] : []));
  const [first = fieldsOf(query.source), ...others] = all;
  const inAll = (name: string, of: keyof Fields) => [first, ...others].every((fields) => Object.hasOwn(fields[of], name));
  const hasTime = sourceOf(query.source)?.time !== undefined;
  const unknown = (name: string, of: keyof Fields) => {
    const one = of === "measures" ? "measure" : "dimension";
    if (name.startsWith(fieldPrefix) && query.source === "cases" && owners.length === 0)
      return `Add a filter { by: "queue", kind: "is", values: [id] } to use ${name}: fields belong to the cases of a queue`;
    if (of === "measures" && inAll(name, "dimensions"))
      return `${name} is not a number. Use it in \`by\`, and count the ${isRead ? "rows" : "cases"}`;
    const known = [...Object.keys(first[of]), ...(of === "dimensions" && hasTime ? [timeDimension] : [])].filter(
      (each) => each === timeDimension || inAll(each, of),
    );
    return `“${name}” is no ${one} of ${query.source}. Use one of: ${known.join(", ")}`;
  };
  for (const [i, name] of query.measures.entries()) {
    if (!inAll(name, "measures")) say(["measures", i], unknown(name, "measures"));
    else if (query.measures.indexOf(name) < i) say(["measures", i], `Name ${name} once`);
  }
  for (const [i, name] of query.by.entries()) {
    if (query.by.indexOf(name) < i) say(["by", i], `Name ${name} once`);
    else if (name === timeDimension && !hasTime) say(["by", i], `${query.source} has no time. Group by one of its fields`);
    else if (name === timeDimension && query.range === "all_time") say(["range"], "Use a shorter range to group by time");
    else if (name !== timeDimension && !inAll(name, "dimensions")) say(["by", i], unknown(name, "dimensions"));
  }
  if (query.grain && !query.by.includes(timeDimension)) say(["grain"], `Leave it out, or add “${timeDimension}” to \`by\``);
  if (query.former && !hasTime) say(["former"], `${query.source} has nothing before it. Leave it out`);
  else if (query.former && query.range === "all_time") say(["former"], "All time has nothing before it. Use a shorter range");
  for (const [i, { by, values, parameter }] of query.filters.entries()) {
    const path = (...names: (string | number)[]) => ["filters", i, ...names];
    if (by === timeDimension) say(path("by"), "Use `range` for the time");
    else if (!inAll(by, "dimensions")) say(path("by"), unknown(by, "dimensions"));
    else faults.push(...valueFaults(first.dimensions[by], values ?? []).map(({ at, message }) => ({ path: path("values", at), message })));
    if (values === undefined && parameter === undefined) say(path(), "Give `values`, or a `parameter` of the page");
    const chosen = parameters.find(({ name }) => name === parameter);
    if (parameter !== undefined && !chosen) say(path("parameter"), `The page has no parameter “${parameter}”. Add it to the page first`);
    else if (chosen && chosen.by !== by)
      say(path("parameter"), `“${chosen.name}” chooses a ${chosen.by}. Use it in a filter by ${chosen.by}`);
  }
  return faults;
}

function valueFaults(dimension: Dimension | undefined, values: readonly string[]): { at: number; message: string }[] {
  const { of, words = {} } = dimension ?? {};
  const message = of ? `Use the id of ${of === "agent" ? "an" : "a"} ${of}, not its name` : `Use one of: ${Object.keys(words).join(", ")}`;
  return values.flatMap((value, at) => (isValueOf(dimension, value) ? [] : [{ at, message }]));
}
