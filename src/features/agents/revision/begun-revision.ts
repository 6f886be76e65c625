import { readFormDraft, sameValue, writeFormDraft } from "#api/form-draft.ts";
import type { Config } from "#contract/agents/config.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { configOf, formValuesOf } from "#features/agents/fields/step-form.ts";
import { peersOf, type PeerValues } from "./revision-peers.ts";

type Values = PeerValues & { config: Config };

/**
 * What the text in the form was made from. A draft that survived a reload may have begun on what somebody else has changed since: its time is
 * then before all others, so that the service takes nothing for it before a person has decided.
 */
export function begunFrom(id: string, build: Revision, config: Config): Revision {
  const draft = readFormDraft(id);
  if (!draft) return build;
  const now: Values = { config: formValuesOf(config), ...peersOf(build) };
  const began: Values = { ...now, ...draft.began };
  if (sameValue(began, now) || sameValue({ ...now, ...draft.typed }, now)) return build;
  return {
    ...build,
    config: configOf(began.config, config),
    handover_target_ids: began.handoverTargetIds,
    handover_to: began.handoverTo,
    sub_agent_ids: began.subAgentIds,
    updated_at: new Date(0).toISOString(),
  };
}

/** A person has decided: the draft goes on from what is stored now. */
export function beginAgain(id: string): void {
  const draft = readFormDraft(id);
  if (draft) writeFormDraft(id, { typed: draft.typed, began: {} }, []);
}
