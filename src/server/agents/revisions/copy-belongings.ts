import type { PartsContext, Successor } from "#server/engine/revision-part.ts";

/** What a revision that is made from another one takes over beside its configuration. */
export async function copyBelongings(
  { db, revisionParts }: Pick<PartsContext, "db" | "revisionParts">,
  from: string,
  to: Successor,
): Promise<void> {
  for (const part of revisionParts) await part.copy?.(db, from, to);
}
