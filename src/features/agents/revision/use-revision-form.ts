import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import type { Config } from "#contract/agents/config.ts";
import { createRevision, type Revision, updateRevision } from "#contract/agents/revisions.ts";
import { withFilesSent } from "#features/agents/code-contents.ts";
import { startingConfig } from "#features/agents/fields/start-texts.ts";
import { configOf, formValuesOf, revisionSchemas, type StepForm } from "#features/agents/fields/step-form.ts";
import { revisionRead } from "#features/agents/queries.ts";
import { revisionTitle } from "#features/agents/revision-names.ts";
import { useGo } from "#ui/link.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { beginAgain, begunFrom } from "./begun-revision.ts";
import { changedPeers, peersOf, type PeerValues } from "./revision-peers.ts";
import type { RevisionProps } from "./revision-shell.tsx";

/** The form of a revision: a draft is saved in place, any other revision as a further draft. */
export function useRevisionForm({ teamId, agent, build }: RevisionProps, onSaved: () => void) {
  const go = useGo();
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const update = useWrite(updateRevision);
  const create = useWrite(createRevision);
  const isDraft = build.status === "draft";
  const config = build.config ?? startingConfig(agent.type, undefined);
  const draftId = `revision-${build.id}`;
  /** What the text in the form was made from. */
  const [base, setBase] = useState(() => begunFrom(draftId, build, config));
  const [restoring, setRestoring] = useState(base !== build);
  const valuesOf = (of: Revision) => ({ config: formValuesOf(of.config ?? config), ...peersOf(of) });

  const save = async (edited: Config, peers: PeerValues | undefined) => {
    const write = ({ updated_at }: Revision) =>
      update.mutateAsync({ params: { build_id: build.id }, body: { config: edited, ...peers, expected_updated_at: updated_at } });
    try {
      return await write(textOf(build) === textOf(base) ? build : base);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "revision_changed") throw error;
      // Nobody told us yet. A new name alone is no reason to ask.
      const { build: now } = await client.fetchQuery({ ...revisionRead(agent.id, build.id), staleTime: 0 });
      if (textOf(now) !== textOf(base)) throw error;
      return write(now);
    }
  };
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
    go(pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: agent.id, buildId: saved.id }));
  };
  const form = useContractForm(revisionSchemas[agent.type], {
    id: draftId,
    defaultValues: valuesOf(build),
    submit: async (values) => {
      const edited = await withFilesSent<Config>(teamId, configOf(values.config, base.config ?? config), ["config"]);
      const peers = changedPeers(values, base);
      return isDraft ? save(edited, peers) : writeDraft(edited, peers);
    },
    onDone: ({ build: saved }) => {
      if (saved.id !== build.id) return open(saved);
      // Known before the next render: with what was typed meanwhile, the revision as it was would pass for a change of somebody else.
      client.setQueryData(revisionRead(agent.id, build.id).queryKey, (before) => before && { ...before, build: saved });
      setBase(saved);
      form.saved(valuesOf(saved));
      toast("Saved");
      onSaved();
    },
  }) as unknown as StepForm["form"];

  const discard = () => {
    setBase(build);
    form.reset(valuesOf(build));
    setRound(round + 1);
  };
  // Somebody else saved: followed where nothing was typed here, said where something was.
  const current = textOf(build);
  const began = textOf(base);
  if (restoring && form.dirty) setRestoring(false);
  if (current !== began && !form.dirty && !restoring) setBase(build);
  const shown = useRef(began);
  const follow = useEffectEvent(() => {
    if (shown.current === began) return;
    shown.current = began;
    if (!form.dirty) form.reset(valuesOf(base));
  });
  useEffect(() => follow(), [began]);
  const copy = () => void writeDraft().then(({ build: saved }) => open(saved), toastFailed);
  return {
    form,
    round,
    discard,
    copy,
    copying: create.isPending,
    /** What the typed text was made from, while the draft says something else by now. */
    overtaken: isDraft && form.dirty && current !== began ? base : undefined,
    /** The typed text is meant to take the place of what the draft says now. */
    keep: () => {
      beginAgain(draftId);
      setBase(build);
      form.forgive();
    },
  };
}

function textOf(build: Revision): string {
  return JSON.stringify([build.config, peersOf(build)]);
}
