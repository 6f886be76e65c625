import { uuid } from "./fields.ts";
import { z } from "./zod.ts";

/** What an id of an address can be of. Empty here: each area declares in its `ids.ts` that the catalogue has its own kinds too. */
export interface IdCatalogue {}
export type IdKind = keyof IdCatalogue;

const words = new Map<string, string>();

/** What ids can be of in an area, and what the document calls it. */
export function idKinds<const K extends Readonly<Record<string, string>>>(own: K): K {
  for (const [kind, called] of Object.entries(own)) words.set(kind, called);
  return own;
}

/** As in "Id of the case". */
export function idWords(kind: IdKind): string {
  return `Id of the ${words.get(kind)}`;
}

const kinds = z.registry<{ readonly kind: IdKind }>();
const ids = new Map<IdKind, typeof uuid>();

/** An id, and what it is the id of: where access, document and tests know that from. */
export function idOf(kind: IdKind): typeof uuid {
  const id = ids.get(kind) ?? uuid.clone().register(kinds, { kind });
  ids.set(kind, id);
  return id;
}

/** An id that a library made, in its own spelling. */
export function spelledIdOf(kind: IdKind, spelling: z.ZodString): z.ZodString {
  return spelling.clone().register(kinds, { kind });
}

/** What a field is the id of, also where it may be absent or null; undefined for every other field. */
export function kindOf(field: z.core.$ZodType | undefined): IdKind | undefined {
  const { innerType } = (field?._zod.def ?? {}) as { innerType?: z.core.$ZodType };
  return innerType ? kindOf(innerType) : field && kinds.get(field)?.kind;
}

/** The fields of an object's schema. */
export function fieldsOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  const { shape } = (schema?._zod.def ?? {}) as { shape?: Record<string, z.core.$ZodType> };
  return shape ?? {};
}
