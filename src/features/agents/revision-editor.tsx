import { ArrowUpFromLine, FilePlus2 } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { Config } from "#contract/agents/config.ts";
import { createRevision, updateRevision } from "#contract/agents/revisions.ts";
import { useGo } from "#ui/link.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { toast } from "#ui/toast.ts";
import { withFilesSent } from "./code-contents.ts";
import { PromoteDialog } from "./promote-dialog.tsx";
import { RevisionActions } from "./revision-actions.tsx";
import { revisionTitle } from "./revision-names.ts";
import { type RevisionProps, RevisionShell } from "./revision-shell.tsx";
import { startingConfig } from "./start-texts.ts";
import { StepSettings, StepText } from "./step-fields.tsx";
import { configOf, formValuesOf, revisionSchemas, type StepForm } from "./step-form.ts";
import { StepFrame } from "./step-frame.tsx";

const at = "config";

/** A revision that can be changed: a draft in place, any other by writing a further draft. */
export function RevisionEditor(props: RevisionProps) {
  const { teamId, agent, build, live } = props;
  const go = useGo();
  const [promoting, setPromoting] = useState(false);
  const [round, setRound] = useState(0);
  const thenPromote = useRef(false);
  const update = useWrite(updateRevision, { alsoStale: ["Agents"] });
  const create = useWrite(createRevision, { alsoStale: ["Agents"] });
  const isDraft = build.status === "draft";
  const config = build.config ?? startingConfig(agent.type, undefined);

  const writeDraft = (edited?: Config) =>
    create.mutateAsync({
      params: { agent_id: agent.id },
      body: { name: `From ${revisionTitle(build).toLowerCase()}`, source_build_id: build.id, ...(edited ? { config: edited } : {}) },
    });
  const open = (saved: { id: string; revision_number: number }) => {
    toast(`Draft ${saved.revision_number} written`);
    go(`/t/${teamId}/agents/${agent.id}/revisions/${saved.id}`);
  };
  const form = useContractForm(revisionSchemas[agent.type], {
    id: `revision-${build.id}`,
    defaultValues: { config: formValuesOf(config) },
    submit: async (values) => {
      const edited = await withFilesSent<Config>(teamId, configOf(values.config, config), [at]);
      return isDraft ? update.mutateAsync({ params: { build_id: build.id }, body: { config: edited } }) : writeDraft(edited);
    },
    onDone: ({ build: saved }) => {
      if (saved.id !== build.id) return open(saved);
      setBase(textOf(saved.config));
      form.reset({ config: formValuesOf(saved.config ?? config) });
      toast("Saved");
      if (thenPromote.current) setPromoting(true);
      thenPromote.current = false;
    },
  }) as unknown as StepForm["form"];

  const discard = () => {
    setBase(current);
    form.reset({ config: formValuesOf(config) });
    setRound(round + 1);
  };
  // Somebody else saved: followed where nothing was typed here, said where something was.
  const [base, setBase] = useState(textOf(build.config));
  const current = textOf(build.config);
  const follow = useEffectEvent(() => {
    if (current === base || form.dirty) return;
    setBase(current);
    form.reset({ config: formValuesOf(config) });
  });
  useEffect(() => follow(), [current]);
  const copy = () =>
    void writeDraft().then(
      ({ build: saved }) => open(saved),
      (error: Error) => toast(error.message, { failed: true }),
    );
  const promote = { id: "promote", label: "Promote", icon: ArrowUpFromLine, run: () => setPromoting(true) };
  usePageActions(build.status === "live" ? [] : [promote]);

  const fields = { form, at, type: agent.type, teamId };
  return (
    <>
      <RevisionShell
        {...props}
        mayEdit
        entries={[{ label: "Copy as a new draft", icon: FilePlus2, onSelect: copy }, "separator"]}
        actions={
          <RevisionActions
            teamId={teamId}
            build={build}
            form={form}
            copying={create.isPending}
            onCopy={copy}
            onDiscard={discard}
            onPromote={promote.run}
            onSave={() => {
              thenPromote.current = false;
            }}
          />
        }
      >
        <StepFrame
          key={round}
          form={form}
          main={
            <>
              {isDraft && form.dirty && current !== base ? (
                <p role="alert" className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
                  Somebody saved this draft after you began. Saving puts your text in its place; discarding shows theirs.
                </p>
              ) : null}
              <StepText {...fields} />
            </>
          }
          side={<StepSettings {...fields} />}
        />
      </RevisionShell>
      <PromoteDialog
        teamId={teamId}
        build={promoting ? build : null}
        live={live}
        onClose={() => setPromoting(false)}
        onSaveFirst={
          form.dirty && isDraft
            ? () => {
                thenPromote.current = true;
                setPromoting(false);
                form.props.onSubmit();
              }
            : undefined
        }
      />
    </>
  );
}

function textOf(config: Config | null): string {
  return JSON.stringify(config);
}
