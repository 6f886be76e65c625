import type { ListedRevision } from "#contract/agents/revisions.ts";

/** A time at which a revision was made live. */
export interface MadeLive {
  readonly id: string;
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Of the revisions that are known, each time that one was made live, the latest first. */
export function madeLiveIn(builds: readonly ListedRevision[]): MadeLive[] {
  return builds
    .flatMap(({ id, revision_number, made_live }) => made_live.map((at) => ({ id, number: revision_number, at })))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** The live revision, and the other one that was live before it. */
export function revisionsOf(builds: readonly ListedRevision[]): { live: ListedRevision | undefined; former: ListedRevision | undefined } {
  const live = builds.find(({ status }) => status === "live");
  const before = madeLiveIn(builds).find(({ id }) => id !== live?.id);
  return { live, former: live && builds.find(({ id }) => id === before?.id) };
}
