import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import { maxSnapshots } from "#contract/clarity/snapshots.ts";
import type { Db } from "#server/platform/db/open.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { countSnapshots } from "./snapshots.store.ts";

export const noSnapshotRoom = `A process has at most ${maxSnapshots} versions. Archive some first.`;

/** Whether a process can have another version, besides so many that are under way. The caller holds it. */
export async function hasSnapshotRoom(db: Db, processId: string, kind: SnapshotKind, underWay = 0): Promise<boolean> {
  return (await countSnapshots(db, processId, kind)) + underWay < maxSnapshots;
}

/** Throws where a process has as many versions as there may be. The caller holds the process. */
export async function requireSnapshotRoom(db: Db, processId: string, kind: SnapshotKind): Promise<void> {
  if (!(await hasSnapshotRoom(db, processId, kind))) throw refuse("too_many", noSnapshotRoom);
}
