import { inboxKinds, type InboxKind, type InboxThing } from "#contract/runs/inbox.ts";
import type * as contract from "#contract/runs/inbox.ts";
import type { WaitingContext } from "#server/engine/waiting-part.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";

export const inboxHandlers: Handlers<typeof contract, WaitingContext> = {
  async getInbox(_input, { db, team, caller, waits }) {
    const waiter = { teamId: team.id, userId: caller.userId, role: team.role };
    const counts = Object.fromEntries(inboxKinds.map((kind) => [kind, 0])) as Record<InboxKind, number>;
    const things: InboxThing[] = [];
    await inSnapshot(db, async (at) => {
      for (const part of waits) {
        const found = await part.find(at, waiter);
        counts[part.kind] += found.total;
        things.push(...(found.things ?? []));
      }
    });
    const total = Object.values(counts).reduce((all, each) => all + each, 0);
    return { total, counts, things: things.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since)) };
  },
};
