import { revisionStates } from "#api/states/revision-states.ts";
import type { AutomationRevision } from "#contract/agents/automation-revisions.ts";

export const automationRevisionStates = {
  draft: revisionStates.draft,
  active: { look: "live", word: "Active" },
  historic: revisionStates.historic,
} as const satisfies Record<AutomationRevision["status"], object>;
