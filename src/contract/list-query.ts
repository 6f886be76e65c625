import { filePath, instant, queryFlag, text, uuid } from "./fields.ts";
import type { Filter, List, Sorts } from "./list.ts";
import { z } from "./zod.ts";

/** What a request says where the address has the value of a filter. */
type Sent<F> = F extends { kind: "choice"; options: infer O }
  ?
      | (F extends { sends: Readonly<Record<string, infer W extends string>> } ? W : keyof O & string)
      | (F extends { also: readonly (infer A extends string)[] } ? A : never)
  : F extends { kind: "flag" }
    ? "true" | "false"
    : string;
type NameIn<F, K> = F extends { as: infer N extends string } ? N : K;
type Shape<L extends List> = {
  [K in keyof L["filters"] as NameIn<L["filters"][K], K>]: z.ZodOptional<z.ZodType<Sent<L["filters"][K]>, Sent<L["filters"][K]>>>;
};
/** The filters of a list as a request has them. */
export type RequestOf<L extends List> = { [K in keyof L["filters"] as NameIn<L["filters"][K], K>]?: Sent<L["filters"][K]> };

/** What an endpoint takes to narrow its list. */
export function queryOf<L extends List>({ filters }: L): Shape<L> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [filter.as ?? name, schemaOf(filter).optional()]),
  ) as unknown as Shape<L>;
}

type SortIn<S extends Sorts> =
  | { [K in keyof S["by"]]: S["by"][K] extends { as: infer N extends string } ? N : K & string }[keyof S["by"]]
  | (S extends { also: readonly (infer A extends string)[] } ? A : never);

/** What an endpoint takes to order its list by. */
export function sortOf<const S extends Sorts>({ by, also = [] }: S) {
  const names = [...Object.entries(by).map(([name, { as }]) => as ?? name), ...also];
  return z.enum(names as [SortIn<S>, ...SortIn<S>[]]);
}

function schemaOf(filter: Filter): z.ZodType {
  switch (filter.kind) {
    case "text":
      return text(0, filter.max);
    case "word":
      return text(1, filter.max);
    case "choice":
      return z.enum([...(filter.also ?? []), ...(filter.sends ? Object.values(filter.sends) : Object.keys(filter.options))]);
    case "object":
    case "id":
    case "mine":
      return uuid;
    case "since":
    case "instant":
      return instant;
    case "flag":
      return queryFlag;
    case "folder":
      return z.union([uuid, z.literal("root")]);
    case "path":
      return filePath;
    default:
      throw new Error("A request names labels by their keys: its schema stands with the list.");
  }
}
