import { locks, tryLock } from "#server/platform/db/locks.ts";
import type { Services } from "#server/platform/http/context.ts";
import { eachChain } from "./each-chain.ts";
import { seal } from "./seal.ts";
import { findChain, findLastSeal, insertKey, insertSeal, listUnsealed, saveEnds } from "./seals.store.ts";

/** Entries under one seal. */
export const sealedAtOnce = 1_000;

type Needs = Pick<Services, "store" | "envelope" | "log">;

/** Seals what is settled and not sealed yet, in portions and by one process at a time. */
export async function sealEntries(needs: Needs, closed: () => boolean): Promise<void> {
  await eachChain(needs, async (organizationId) => {
    while (!closed() && (await sealPortion(needs, organizationId)) === sealedAtOnce);
  });
}

/** How many entries were sealed. */
async function sealPortion({ store, envelope }: Needs, organizationId: string): Promise<number> {
  return store.db.transaction(async (tx) => {
    if (!(await tryLock(tx, locks.auditSeals(organizationId)))) return 0;
    const known = await findChain(tx, envelope, organizationId);
    // The end is where it was left, also when the last seal is gone: what that one covered must not be sealed anew.
    const [first, ...rest] = await listUnsealed(tx, organizationId, known?.last_entry_id ?? 0, sealedAtOnce);
    if (!first) return 0;
    const { key, first_number, last_number } = known ?? (await insertKey(tx, envelope, organizationId));
    const made = seal(key, organizationId, last_number + 1, [first, ...rest], await findLastSeal(tx, organizationId));
    await insertSeal(tx, made);
    await saveEnds(tx, organizationId, key, { first_number, last_number: made.number, last_entry_id: made.ids.at(-1) ?? 0 });
    return made.ids.length;
  });
}
