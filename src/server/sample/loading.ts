import type { SampleKind } from "#contract/teams/sample.ts";
import type { Services } from "#server/platform/http/context.ts";
import { listParts, noteParts } from "#server/teams/sample/sample.store.ts";
import type { SampleApi } from "./api.ts";

/** What the sample has of its own: what is counted, and a kind of integration. */
export type Kind = SampleKind | "integration" | "schedule" | "case_trigger";

/** The team has something of its own where the sample would be: no further try mends that. */
export class InTheWay extends Error {}

/** A load that is under way. What it made is noted at once, so that a removal finds it and a further try does not make it again. */
export interface Loading {
  readonly api: SampleApi;
  readonly teamId: string;
  /** The id of a thing: of one that was made before, or is made now. */
  made(kind: Kind, name: string, make: () => Promise<string>): Promise<string>;
  /** The id of a thing that was made before. */
  idOf(kind: Kind, name: string): string;
  /** Notes things that came with another one. */
  note(kind: Kind, ids: readonly string[]): Promise<void>;
  isDone(part: string): boolean;
  done(part: string): Promise<void>;
}

export async function beginLoading(
  { store: { db }, live }: Pick<Services, "store" | "live">,
  { id, team_id: teamId }: { readonly id: string; readonly team_id: string },
  api: SampleApi,
): Promise<Loading> {
  const parts = await listParts(db, id);
  const ids = new Map(parts.map(({ kind, name, thing_id }) => [`${kind} ${name}`, thing_id]));
  return {
    api,
    teamId,
    async made(kind, name, make) {
      const there = ids.get(`${kind} ${name}`);
      if (there) return there;
      const thing_id = await make();
      await noteParts(db, id, [{ kind, name, thing_id }]);
      ids.set(`${kind} ${name}`, thing_id);
      return thing_id;
    },
    idOf(kind, name) {
      const there = ids.get(`${kind} ${name}`);
      if (!there) throw new Error(`The sample has no ${kind} ${name}.`);
      return there;
    },
    note: (kind, made) =>
      noteParts(
        db,
        id,
        made.map((thing_id) => ({ kind, name: thing_id, thing_id })),
      ),
    isDone: (part) => ids.has(`part ${part}`),
    async done(part) {
      await noteParts(db, id, [{ kind: "part", name: part, thing_id: null }]);
      live.publish({ teamId, topic: "sample", id });
    },
  };
}
