import { knownSearch } from "./known-search.ts";

/** Reads one value of an address; undefined for what means nothing, so that an edited address never breaks the page. */
export type ReadValue<T> = (raw: unknown) => T | undefined;
type Fields<T> = { readonly [K in keyof T]-?: ReadValue<NonNullable<T[K]>> };

/** What the address of a list holds, value by value. */
export function readFields<T extends object>(fields: Fields<T>): (raw: Record<string, unknown>) => T {
  return (raw) => {
    const found = Object.entries<ReadValue<unknown>>(fields).flatMap(([name, read]) => {
      const value = read(raw[name]);
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(found) as T;
  };
}

/** A route's reader of its whole address. */
export function address<T extends object>(fields: Fields<T>): (raw: Record<string, unknown>) => T {
  return knownSearch(readFields<T>(fields));
}

/** What somebody searches for. The router reads `?search=42` as a number. */
export function textUpTo(length: number): ReadValue<string> {
  return (raw) => {
    const text = typeof raw === "string" || typeof raw === "number" ? String(raw).trim().slice(0, length) : "";
    return text === "" ? undefined : text;
  };
}

/** Where a page of a list begins; nothing for its first one. */
export const readOffset: ReadValue<number> = (raw) => (typeof raw === "number" && Number.isSafeInteger(raw) && raw > 0 ? raw : undefined);

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const readId: ReadValue<string> = (raw) => (typeof raw === "string" && idForm.test(raw) ? raw.toLowerCase() : undefined);

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const readInstant: ReadValue<string> = (raw) =>
  typeof raw === "string" && instantForm.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;

/** Names of files may begin with a blank. A folder named 2026 is a number in the address. */
export const readPath: ReadValue<string> = (raw) =>
  (typeof raw === "string" || typeof raw === "number") && raw !== "" ? String(raw) : undefined;

export const readFlag: ReadValue<true> = (raw) => (raw === true ? true : undefined);

export function oneOf<const T extends string>(words: readonly T[]): ReadValue<T> {
  return (raw) => words.find((word) => word === raw);
}
