import { type Deletion, type EffectKind, deletedKinds, stoppedKinds } from "#contract/deletion.ts";
import type { Membership, MembershipContext, MembershipPart } from "#server/engine/membership-part.ts";
import type { Db } from "#server/platform/db/open.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { deleteMember, hasOtherOwner, type LockedMember } from "./members.store.ts";

/** What stops with memberships, as the preview of a deletion. */
export async function previewLeaving(db: Db, parts: readonly MembershipPart[], ending: readonly Membership[]): Promise<Deletion> {
  const counts = new Map<EffectKind, number>();
  for (const membership of ending)
    for (const part of parts)
      for (const [kind, count] of Object.entries(await part.count(db, membership)) as [EffectKind, number][])
        counts.set(kind, (counts.get(kind) ?? 0) + count);
  const effects = (kinds: readonly EffectKind[]) =>
    kinds.flatMap((kind) => ((counts.get(kind) ?? 0) > 0 ? [{ kind, count: counts.get(kind) ?? 0, named: [] }] : []));
  return { deleted: effects(deletedKinds), stops: effects(stoppedKinds), changes: [] };
}

/** Ends a membership of a team that is locked. Who opens the team by their role in the organization too keeps what they have there. */
export async function endMembership(
  { db, memberships }: Pick<MembershipContext, "db" | "memberships">,
  teamId: string,
  member: Pick<LockedMember, "id" | "own"> & { readonly inherited: unknown },
): Promise<void> {
  if (member.own === "team:owner" && !(await hasOtherOwner(db, teamId, member.id))) throw refuse("last_owner");
  await deleteMember(db, teamId, member.id);
  if (member.inherited !== undefined) return;
  for (const part of memberships) await part.end?.(db, { teamId, userId: member.id });
}
