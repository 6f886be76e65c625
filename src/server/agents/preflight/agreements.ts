import type { PreflightProblem } from "#contract/agents/preflight.ts";
import { listSuspended } from "#server/connections/agreements/agreements.store.ts";
import { countedPersonal, whySuspended } from "#contract/connections/suspension-words.ts";
import type { Check } from "./check.ts";

/** Personal secrets and logins that no run gets until their owner has seen what changed: one problem for each owner. */
export const agreements: Check = async ({ build, context: { db, caller } }) =>
  (await listSuspended(db, [build.id])).map((person): PreflightProblem => {
    const own = person.user_id === caller.userId;
    const whose = own ? `Your ${countedPersonal(person)}` : `${countedPersonal(person)} of ${person.name}`;
    const next = own
      ? "Runs that you start work without them until you review the revision and agree."
      : `Runs that ${person.name} starts work without them until ${person.name} reviews the revision and agrees.`;
    return {
      code: "credentials_suspended",
      severity: "warns",
      message: `Suspended: ${whose}. ${whySuspended(person.suspended, own)} ${next}`,
      subject: { id: null, name: person.name },
      fix: own ? "review_agreement" : "ask_owner",
    };
  });
