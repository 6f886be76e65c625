import { timingSafeEqual } from "node:crypto";
import type { AuditProblem } from "#contract/audit/verification.ts";
import type { Chain } from "./seals.store.ts";
import { macBytes, macOfEnds, macOfEntry, macOfSeal, type Seal, type Written } from "./seal.ts";

type Problems = readonly AuditProblem[];

/** What is wrong with a seal as it stands behind another one, before its entries are looked at. */
export function problemsOfChain({ key, first_number }: Chain, seal: Seal, previous: Seal | undefined): Problems {
  const at = seal.last_at;
  const [first = 0, last = 0] = [seal.ids[0], seal.ids.at(-1)];
  const edited = { kind: "seal_changed", first_id: first, last_id: last, at } as const;
  if (!same(macOfSeal(key, seal), seal.mac)) return [edited];
  const missing = { kind: "seals_removed", first_id: (previous?.ids.at(-1) ?? 0) + 1, last_id: Math.max(first - 1, 1), at } as const;
  if (!previous) return seal.number === first_number ? [] : [missing];
  if (seal.number !== previous.number + 1) return [missing];
  return seal.previous_mac !== null && same(seal.previous_mac, previous.mac) ? [] : [edited];
}

/** What is wrong with the entries that a seal covers: `found` are those that are there now. */
export function problemsOfEntries(key: Buffer, seal: Seal, found: readonly Written[]): Problems {
  const there = new Map(found.map((entry) => [entry.id, entry]));
  const of = (kind: AuditProblem["kind"], id: number, at: string | null): AuditProblem => ({ kind, first_id: id, last_id: id, at });
  const covered = new Set(seal.ids);
  return [
    ...seal.ids.flatMap((id, place) => {
      const entry = there.get(id);
      if (!entry) return [of("entry_removed", id, null)];
      const mac = seal.macs.subarray(place * macBytes, (place + 1) * macBytes);
      return same(macOfEntry(key, entry), mac) ? [] : [of("entry_changed", id, entry.at)];
    }),
    ...found.flatMap(({ id, at }) => (covered.has(id) ? [] : [of("entry_added", id, at)])),
  ];
}

/** What is wrong with the end of the chain, once all seals were read. */
export function problemsOfEnd(end: Chain, last: Seal | undefined): Problems {
  const problem = (first_id: number) => [
    { kind: "seals_removed", first_id, last_id: Math.max(first_id, end.last_entry_id), at: null } as const,
  ];
  const lastId = last?.ids.at(-1) ?? 0;
  if (end.last_number === 0) return last ? problem(lastId) : [];
  if (!end.mac || !same(macOfEnds(end.key, end), end.mac)) return problem(lastId);
  return last?.number === end.last_number && lastId === end.last_entry_id ? [] : problem(lastId + 1);
}

function same(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
