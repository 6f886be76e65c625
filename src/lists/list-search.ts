import { fieldIn, type Filter, isInstant, type List, type SearchOf, spans } from "#contract/list.ts";
import { oneOf, readFields, readFlag, readId, readInstant, readPath, type ReadValue, textUpTo } from "#ui/address.ts";
import { knownSearch } from "#ui/known-search.ts";

// What the address of a list holds, by the list's description. Read before the first page is there: no schema, no component.

type Raw = Record<string, unknown>;
type Fields = Record<string, ReadValue<object | string | number | boolean>>;

/** What the address of a list with pages holds beside its filters. */
export interface Paged {
  offset?: number;
}

/** A reader of what a list shows: its filters and order, without the place in it. */
export function searchReader<L extends List>(list: L): (raw: Raw) => SearchOf<L> {
  return readFields(fieldsOf(list)) as (raw: Raw) => SearchOf<L>;
}

/**
 * A route's reader of the address of a list, with what else its page's address holds: the place in it, an open object. A route names the types:
 * the router infers nothing from a generic function.
 */
export function addressOf<L extends List, T extends object = object>(
  list: L,
  others?: { readonly [K in keyof T]-?: ReadValue<NonNullable<T[K]>> },
): (raw: Raw) => SearchOf<L> & T {
  return knownSearch(readFields({ ...fieldsOf(list), ...(others as Fields | undefined) })) as (raw: Raw) => SearchOf<L> & T;
}

function fieldsOf({ filters, sorts }: List): Fields {
  const read: [string, Fields[string]][] = Object.entries(filters).map(([name, filter]) => [name, readerOf(filter)]);
  if (!sorts) return Object.fromEntries(read);
  const { by, order } = sorts.start;
  const others = Object.keys(sorts.by).filter((name) => name !== by);
  const named = oneOf(others);
  const readSort: Fields[string] = (raw) => (sorts.fields && typeof raw === "string" && isFieldSort(raw) ? raw : named(raw));
  const turned: [string, Fields[string]] = order === "asc" ? ["desc", readFlag] : ["order", oneOf(["asc"])];
  return Object.fromEntries([...read, ...(others.length > 0 || sorts.fields ? [["sort", readSort] as const] : []), turned]);
}

/** A place has at most 200 letters. */
function isFieldSort(raw: string): boolean {
  const { length } = fieldIn(raw) ?? "";
  return length > 0 && length <= 200;
}

function readerOf(filter: Filter): Fields[string] {
  switch (filter.kind) {
    case "text":
    case "word":
      return textUpTo(filter.max);
    case "choice": {
      const read = oneOf(Object.keys(filter.options));
      return (raw) => read(filter.former?.[String(raw)] ?? raw);
    }
    case "object":
    case "id":
      return readId;
    case "since":
      return (raw) => (isInstant(raw) ? raw : oneOf(Object.keys(spans))(raw));
    case "instant":
      return readInstant;
    case "mine":
      return oneOf(["me"]);
    case "flag":
      return readFlag;
    case "folder":
      return (raw) => (raw === "root" ? raw : readId(raw));
    case "path":
      return readPath;
    default:
      return (raw) => {
        const [key, value] = Array.isArray(raw) && raw.length === 2 ? raw.map(String) : [];
        return value ? [key ?? "", value] : undefined;
      };
  }
}
