import { createHash } from "node:crypto";
import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { Chosen } from "#contract/dashboards/page.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import type { FigureViewer } from "#server/platform/db/figure-parts.ts";
import type { Services } from "#server/platform/http/context.ts";
import { type AskedPage, answersOf } from "./answers-of.ts";
import { keyOf, planOf } from "./plan.ts";

/** A page is counted again for those who look later than this, however long it takes; `as_of` of the answers says when it was. */
export const mostAgeMs = 15_000;
/** How long answers are kept, by how long counting them took: a fiftieth of the time is spent on it, and more where it takes longer than 300 ms. */
export const ageFor = (tookMs: number): number => Math.min(mostAgeMs, tookMs * 50);
/** Characters of all answers that are kept, as JSON. */
const mostKept = 64_000_000;

interface Kept {
  readonly answers: Promise<PageAnswers>;
  readonly begun: number;
  /** How long it is kept from when it was asked for: the longest, until it is known what counting took. */
  age: number;
  /** Undefined while it is being counted. */
  size?: number;
}

class Answers {
  readonly #kept = new Map<string, Kept>();
  #size = 0;

  of(key: string, now: number, count: () => Promise<PageAnswers>): Promise<PageAnswers> {
    const known = this.#kept.get(key);
    if (known && now - known.begun >= 0 && now - known.begun < known.age) return known.answers;
    this.#drop(key);
    const since = performance.now();
    const kept: Kept = { answers: count(), begun: now, age: mostAgeMs };
    this.#kept.set(key, kept);
    kept.answers.then(
      (answers) => this.#settle(key, kept, answers, performance.now() - since),
      () => this.#kept.get(key) === kept && this.#drop(key),
    );
    return kept.answers;
  }

  /** What was given up is tried again by the next one who asks. */
  #settle(key: string, kept: Kept, answers: PageAnswers, tookMs: number): void {
    if (this.#kept.get(key) !== kept) return;
    if (answers.faults.length > 0) return this.#drop(key);
    kept.age = ageFor(tookMs);
    kept.size = JSON.stringify(answers).length;
    this.#size += kept.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= mostKept) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }
}

/** One for each store: services in one process, as in tests, share none. */
const caches = new WeakMap<object, Answers>();

/**
 * As {@link answersOf}, for those who look: who looks at the same page by the same rights within some seconds gets the same answers, and those who
 * come while it is being counted wait for that count.
 */
export function cachedAnswers(
  { store, clock }: Pick<Services, "store" | "clock">,
  page: AskedPage,
  chosen: Chosen,
  viewer: FigureViewer & { readonly refreshedAt?: string | null },
): Promise<PageAnswers> {
  const cache = caches.get(store) ?? new Answers();
  caches.set(store, cache);
  const now = clock();
  return cache.of(keyOfPage(page, chosen, viewer, now), now.getTime(), () => answersOf(store.db, page, chosen, viewer));
}

/** The same only for those whose answers are the same: it has the scope of every query, and that of the page beside them. */
function keyOfPage(page: AskedPage, chosen: Chosen, viewer: Parameters<typeof cachedAnswers>[3], now: Date): string {
  const scope = [viewer.teamId, seesAllRuns(viewer) ? null : viewer.userId, viewer.refreshedAt ?? null];
  const plans = page.queries.map((query) => [query.name, keyOf(planOf(viewer, page, query, chosen, now))]);
  return createHash("sha256")
    .update(JSON.stringify([scope, plans]))
    .digest("base64url");
}
