import type { LiveEvent } from "#contract/runs/live.ts";
import { isForRecipient, type Topic } from "#contract/topics.ts";

/**
 * A change that screens may care about. `userId`: only this person and Managers may know of it. Of a topic for one recipient only that person
 * learns of it, in every team.
 */
export interface Change {
  readonly teamId: string;
  readonly topic: Topic;
  readonly id: string;
  readonly userId?: string | null;
}

interface Told {
  readonly at: number;
  readonly event: LiveEvent;
  readonly change: Change;
}

/** A tab that was away for longer fetches all that it shows. */
export const rememberedMs = 60_000;
/** Of all teams together: 20,000 are some 5 MB. */
const most = 20_000;

/**
 * What was told of late, for who read something before they listened. `now` is milliseconds of any clock that only goes forward; what was
 * before the first call is not known.
 */
export class RecentChanges {
  #told: Told[] = [];
  /** All that was told after this moment is here. */
  #from: number;

  constructor(now: number) {
    this.#from = now;
  }

  add(event: LiveEvent, change: Change, now: number): void {
    this.#told.push({ at: now, event, change });
    if (this.#told.length < 2 * most && (this.#told[0]?.at ?? now) > now - 2 * rememberedMs) return;
    const kept = this.#told.filter(({ at }) => at > now - rememberedMs).slice(-most);
    this.#from = Math.max(this.#from, now - rememberedMs, kept[0]?.at ?? now);
    this.#told = kept;
  }

  /** Something may have happened that nobody told here. */
  missed(now: number): void {
    this.#told = [];
    this.#from = now;
  }

  /** What a team, and one person, were told in the last `ms`, each object once; undefined where not all of it is known. */
  since(teamId: string, ms: number, now: number, userId?: string): readonly Told[] | undefined {
    if (ms > rememberedMs || now - ms < this.#from) return undefined;
    const last = new Map<string, Told>();
    for (const told of this.#told) {
      const { change } = told;
      const heard = isForRecipient(change.topic) ? change.userId === userId : change.teamId === teamId;
      if (!heard || told.at < now - ms) continue;
      last.set(`${told.event.topic} ${told.event.id}`, told);
    }
    return [...last.values()].toSorted((a, b) => a.event.version - b.event.version);
  }
}
