import type { PreflightProblem } from "#contract/agents/preflight.ts";
import { countedPersonal, whySuspended } from "#contract/connections/suspension-words.ts";
import { copyAgreements, forgetAgreements, listSuspended } from "./agreements.store.ts";
import type { Check, RevisionPart } from "#server/engine/revision-part.ts";

/** Personal secrets and logins that no run gets until their owner has seen what changed: one problem for each owner. */
const agreed: Check = async ({ build, context: { db, caller } }) =>
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

/** That people agree to what a revision does with what is theirs. */
export const agreementsPart: RevisionPart = {
  name: "agreements",
  copy: copyAgreements,
  checks: [agreed],
  cutTies: (db, { agentIds }) => forgetAgreements(db, agentIds),
};
