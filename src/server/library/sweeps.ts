import { everyTenMinutes, type Sweep } from "#server/engine/work.ts";
import { removeOldChanges } from "./files/file-changes.store.ts";
import { removeStaleUploads } from "./files/uploads.store.ts";
import { removeOrphanedObjects } from "./room/removed-objects.ts";
import { settleObjects } from "./room/unconfirmed-objects.ts";

export const librarySweeps: readonly Sweep[] = [
  { name: "uploads", every: everyTenMinutes, start: (services, closed) => () => removeStaleUploads(services, closed) },
  { name: "changes of files", every: everyTenMinutes, start: (services, closed) => () => removeOldChanges(services.store.db, closed) },
  { name: "unconfirmed objects", every: everyTenMinutes, start: (services) => () => settleObjects(services) },
  { name: "objects", every: everyTenMinutes, start: (services) => () => removeOrphanedObjects(services) },
];
