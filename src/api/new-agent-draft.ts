import { pathTo } from "./path-to.ts";
import type { Config, StepType } from "#contract/agents/config.ts";
import { readDraft } from "./drafts.ts";
import { dropFormDraft, readFormDraft, writeFormDraft } from "./form-draft.ts";

const kinds: readonly StepType[] = ["agent", "code"];

export const newAgentDraft = (teamId: string, kind: StepType) => `new-agent-${teamId}-${kind}`;

/** Each kind keeps a draft, and the agent is made of one of them: the other would name the next agent. */
export function dropNewAgentDrafts(teamId: string): void {
  for (const kind of kinds) dropFormDraft(newAgentDraft(teamId, kind));
}

/** Whether something was typed here before and never sent. */
export function hasNewAgentDraft(teamId: string): boolean {
  return kinds.some((kind) => readFormDraft(newAgentDraft(teamId, kind)) !== undefined);
}

/** What was typed into a revision that is gone, as the beginning of another agent. Undefined for a draft of anything else. */
export function newAgentOf(teamId: string, draftId: string): { link: string; begin: () => void } | undefined {
  const config = /^revision-[0-9a-f]{8}-/.test(draftId) ? (readDraft(draftId)?.["config"] as Config | undefined) : undefined;
  if (!config) return undefined;
  const kind: StepType = "language" in config.data ? "code" : "agent";
  return {
    link: pathTo("/t/$teamId/agents/new", { teamId }, kind === "code" ? { kind } : {}),
    /** Hands the text over to the form behind the link. */
    begin: () => {
      writeFormDraft(newAgentDraft(teamId, kind), { typed: { build: { config } }, began: {} }, []);
      dropFormDraft(draftId);
    },
  };
}
