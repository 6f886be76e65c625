import { useEffect, useEffectEvent, useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { Config } from "#contract/agents/config.ts";
import { createRevision, type Revision, updateRevision } from "#contract/agents/revisions.ts";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";
import { withFilesSent } from "./code-contents.ts";
import { changedPeers, peersOf, type PeerValues } from "./revision-peers.ts";
import { revisionTitle } from "./revision-names.ts";
import type { RevisionProps } from "./revision-shell.tsx";
import { startingConfig } from "./start-texts.ts";
import { configOf, formValuesOf, revisionSchemas, type StepForm } from "./step-form.ts";

/** The form of a revision: a draft is saved in place, any other revision as a further draft. */
export function useRevisionForm({ teamId, agent, build }: RevisionProps, onSaved: () => void) {
  const go = useGo();
  const [round, setRound] = useState(0);
  const update = useWrite(updateRevision, { alsoStale: ["Agents"] });
  const create = useWrite(createRevision, { alsoStale: ["Agents"] });
  const isDraft = build.status === "draft";
  const config = build.config ?? startingConfig(agent.type, undefined);
  const valuesOf = (of: Revision) => ({ config: formValuesOf(of.config ?? config), ...peersOf(of) });

  const writeDraft = (edited?: Config, peers?: PeerValues) =>
    create.mutateAsync({
      params: { agent_id: agent.id },
      body: {
        name: `From ${revisionTitle(build).toLowerCase()}`,
        source_build_id: build.id,
        ...(edited ? { config: edited } : {}),
        ...(peers
          ? {
              handover_target_ids: peers.handoverTargetIds,
              handover_to: peers.handoverTo,
              sub_agent_ids: peers.subAgentIds,
            }
          : {}),
      },
    });
  const open = (saved: { id: string; revision_number: number }) => {
    toast(`Draft ${saved.revision_number} written`);
    go(`/t/${teamId}/agents/${agent.id}/revisions/${saved.id}`);
  };
  const form = useContractForm(revisionSchemas[agent.type], {
    id: `revision-${build.id}`,
    defaultValues: valuesOf(build),
    submit: async (values) => {
      const edited = await withFilesSent<Config>(teamId, configOf(values.config, config), ["config"]);
      const peers = changedPeers(values, build);
      return isDraft
        ? update.mutateAsync({ params: { build_id: build.id }, body: { config: edited, ...peers } })
        : writeDraft(edited, peers);
    },
    onDone: ({ build: saved }) => {
      if (saved.id !== build.id) return open(saved);
      setBase(textOf(saved));
      form.reset(valuesOf(saved));
      toast("Saved");
      onSaved();
    },
  }) as unknown as StepForm["form"];

  const discard = () => {
    setBase(current);
    form.reset(valuesOf(build));
    setRound(round + 1);
  };
  // Somebody else saved: followed where nothing was typed here, said where something was.
  const [base, setBase] = useState(textOf(build));
  const current = textOf(build);
  const follow = useEffectEvent(() => {
    if (current === base || form.dirty) return;
    setBase(current);
    form.reset(valuesOf(build));
  });
  useEffect(() => follow(), [current]);
  const copy = () =>
    void writeDraft().then(
      ({ build: saved }) => open(saved),
      (error: Error) => toast(error.message, { failed: true }),
    );
  return { form, round, discard, copy, copying: create.isPending, overtaken: isDraft && form.dirty && current !== base };
}

function textOf(build: Revision): string {
  return JSON.stringify([build.config, peersOf(build)]);
}
