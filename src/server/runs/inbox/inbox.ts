import { onlyContributes } from "#contract/roles.ts";
import { inboxKinds, type InboxKind } from "#contract/runs/inbox.ts";
import type * as contract from "#contract/runs/inbox.ts";
import type { WaitingContext } from "#server/engine/waiting-part.ts";
import { askedTogether } from "#server/platform/db/asked-together.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { findWaiting } from "./inbox.store.ts";

const together = askedTogether<Awaited<ReturnType<typeof findWaiting>>>();

export const inboxHandlers: Handlers<typeof contract, WaitingContext> = {
  async getInbox(_input, { store, team, caller, waits }) {
    const waiter = { teamId: team.id, userId: caller.userId, role: team.role };
    // Each window of a person asks, all of them when they hear of a change.
    // Nothing else is a Clarity Member's business.
    const parts = onlyContributes(team.role) ? waits.filter(({ kind }) => kind === "capture") : waits;
    const { totals, things } = await together(store, Object.values(waiter).join(" "), () => findWaiting(store.db, parts, waiter));
    const counts = Object.fromEntries(inboxKinds.map((kind) => [kind, totals.get(kind) ?? 0])) as Record<InboxKind, number>;
    const total = Object.values(counts).reduce((all, each) => all + each, 0);
    return { total, counts, things: things.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since)) };
  },
};
