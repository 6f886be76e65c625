import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { signIn } from "#contract/teams/session.ts";
import { report, scaled, took } from "#server/testing/proof.ts";
import { startService } from "#server/testing/service.ts";

const each = scaled(5_000, 500);
const names = 50;
/** A refusal rests until its step is full: meanwhile others are asked. */
const askers = 8;
const most = 4.5;
/** Times above that are the machine's: a part of both kinds. */
const kept = 0.95;

// Passwords are hashed cheaply here: what hashing takes would only hide what else there is. Its effort is counted in session.test.ts.
test(
  "2 x 5,000 sign-ins with a wrong password: the time does not tell whether somebody has the address",
  { timeout: 1_800_000 },
  async () => {
    let now = Date.now();
    const service = await startService({ clock: () => new Date(now) });
    try {
      const { identity, store } = service.app.services;
      const email = { known: (n: number) => `k${n}@example.org`, unknown: (n: number) => `u${n}@example.org` };
      for (let n = 0; n < names; n++)
        await identity.createUser(store.db, { email: email.known(n), name: "", password: "correct horse battery" });
      const times: Record<keyof typeof email, number[]> = { known: [], unknown: [] };
      const ask = async (kind: keyof typeof email) => {
        // No guess is to wait for its turn.
        now += 3_600_000;
        const body = { email: email[kind](randomInt(names)), password: "wrong horse battery" };
        return took(() => service.fails(signIn, { body }, "wrong_credentials", { as: null }));
      };
      for (let n = 0; n < 50; n++) await ask(n % 2 === 0 ? "known" : "unknown");
      // In no order: what one leaves behind is met by both.
      const order = Array.from({ length: 2 * each }, (_, n) => ({
        kind: n < each ? ("known" as const) : ("unknown" as const),
        at: Math.random(),
      }));
      const left = order.toSorted((a, b) => a.at - b.at).map(({ kind }) => kind);
      const some = async () => {
        for (let kind = left.pop(); kind; kind = left.pop()) times[kind].push(await ask(kind));
      };
      await Promise.all(Array.from({ length: askers }, some));
      const all = [...times.known, ...times.unknown].toSorted((a, b) => a - b);
      const longest = all[Math.floor(all.length * kept)] ?? 0;
      const usual = (taken: number[]) => taken.filter((ms) => ms <= longest);
      const t = { all: welch(times.known, times.unknown), usual: welch(usual(times.known), usual(times.unknown)) };
      report(
        `known ${mean(times.known).toFixed(3)} ms, unknown ${mean(times.unknown).toFixed(3)} ms; t ${t.all.toFixed(2)}, without the longest ${t.usual.toFixed(2)}`,
      );
      expect(Math.abs(t.all)).toBeLessThan(most);
      expect(Math.abs(t.usual)).toBeLessThan(most);
    } finally {
      await service.close();
    }
  },
);

/** By how many standard errors two means differ. */
function welch(one: readonly number[], other: readonly number[]): number {
  return (mean(one) - mean(other)) / Math.sqrt(variance(one) / one.length + variance(other) / other.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}
