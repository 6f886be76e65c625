import type { Revision } from "#contract/agents/revisions.ts";

/** As in "Revision 3". */
export function revisionTitle({ revision_number }: Pick<Revision, "revision_number">): string {
  return `Revision ${revision_number.toLocaleString("en")}`;
}

/** The name that somebody gave it, else the one it was made with. */
export function nameOf({ revision_name, name }: Pick<Revision, "revision_name" | "name">): string {
  return revision_name ?? name;
}
