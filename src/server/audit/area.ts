import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { everyMinute, everyTenMinutes } from "#server/engine/work.ts";
import { removeReadChanges } from "./changes/changes.store.ts";
import { entriesOn } from "./entries/entries-on.ts";
import { auditHandlers } from "./entries/entries.ts";
import { removeOldEntries } from "./seals/retention.store.ts";
import { sealEntries } from "./seals/seal-entries.ts";
import { verificationHandlers } from "./seals/verification.ts";

/** Who did what, through which door, and proof that nobody changed it afterwards. */
export const audit = area({
  name: "audit",
  contract: resources,
  handlers: { audit: auditHandlers, auditVerification: verificationHandlers },
  on: [entriesOn],
  sweeps: [
    { name: "seals of the audit log", every: everyMinute, start: (services, closed) => () => sealEntries(services, closed) },
    {
      name: "old audit entries",
      every: everyTenMinutes,
      start: (services, closed) => () => removeOldEntries(services, closed),
    },
    {
      name: "changes that are in the audit log",
      every: everyMinute,
      start:
        ({ store }) =>
        () =>
          removeReadChanges(store.db),
    },
  ],
});
