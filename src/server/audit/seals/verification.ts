import { mostCounted } from "#contract/audit/audit-words.ts";
import { mostProblems } from "#contract/audit/verification.ts";
import type * as contract from "#contract/audit/verification.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { sealedAtOnce } from "./seal-entries.ts";
import { countUnsealed, findChain, listBetween, listSeals } from "./seals.store.ts";
import { problemsOfChain, problemsOfEnd, problemsOfEntries } from "./verify.ts";

/** Seals that one request looks at. */
const sealsAtOnce = 5;

export const verificationHandlers: Handlers<typeof contract> = {
  async verifyAuditLog({ params: { orgId }, query: { after } }, { db, envelope }) {
    return inSnapshot(db, async (at) => {
      const end = await readable(() => findChain(at, envelope, orgId));
      const unsealed = await countUnsealed(at, orgId, end?.last_entry_id ?? 0, mostCounted);
      if (!end) return { checked: 0, problems: [], through: null, unsealed, head: null, next: null };
      const behind = Math.min(after, end.last_number);
      const before = behind > 0 ? (await listSeals(at, orgId, behind, 1)).find(({ number }) => number === behind) : undefined;
      const seals = await listSeals(at, orgId, behind + 1, sealsAtOnce);
      const problems = [];
      let checked = 0;
      let previous = before;
      for (const seal of seals) {
        const [first = 0, last = 0] = [seal.ids[0], seal.ids.at(-1)];
        const chain = problemsOfChain(end, seal, previous);
        problems.push(...chain);
        // Of a seal that was changed nothing can be believed.
        if (!chain.some(({ kind }) => kind === "seal_changed")) {
          // What a seal covered that is missing is missed once, and not entry by entry. Below the first seal nothing was kept.
          const low = chain.length > 0 ? first - 1 : (previous?.ids.at(-1) ?? -1);
          const found = await listBetween(at, orgId, low, last, sealedAtOnce * 2);
          problems.push(...problemsOfEntries(end.key, seal, found));
          checked += found.length;
        }
        previous = seal;
      }
      const more = seals.length === sealsAtOnce;
      if (!more) problems.push(...problemsOfEnd(end, previous));
      return {
        checked,
        problems: problems.slice(0, mostProblems),
        through: previous?.last_at ?? null,
        unsealed,
        head: more || !previous ? null : { number: previous.number, mac: previous.mac.toString("hex") },
        next: more ? (previous?.number ?? null) : null,
      };
    });
  },
};

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unreadable) throw refuse("seals_unreadable");
    throw error;
  }
}
