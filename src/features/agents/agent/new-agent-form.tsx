import { getRouteApi } from "@tanstack/react-router";
import { readDraft, writeDraft } from "#api/drafts.ts";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { dropNewAgentDrafts, newAgentDraft } from "#api/new-agent-draft.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { createAgent } from "#contract/agents/agents.ts";
import type { Config, StepType } from "#contract/agents/config.ts";
import { withFilesSent } from "#features/agents/code-contents.ts";
import { startingConfig } from "#features/agents/fields/start-texts.ts";
import { StepSettings, StepText } from "#features/agents/fields/step-fields.tsx";
import { configOf, formValuesOf, newAgentSchemas, type StepForm } from "#features/agents/fields/step-form.ts";
import { StepFrame, stepFormId } from "#features/agents/fields/step-frame.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { FromDraft } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { Page } from "#ui/page.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast, toastDiscarded } from "#ui/toast.ts";

const route = getRouteApi("/_app/t/$teamId/agents/new");
const at = "build.config";
const kindHints: Record<StepType, string> = {
  agent: "A model follows your instructions. You cannot change the kind later.",
  code: "A Python program does the same steps every time. You cannot change the kind later.",
};

interface NewAgentFormProps {
  teamId: string;
  type: StepType;
  /** What a model step begins with. */
  model: string | undefined;
  /** What was typed before the page was opened stands in the fields. */
  fromDraft: boolean;
  onStartOver: () => void;
}

/** Name, kind and first revision of an agent in one step. */
export function NewAgentForm({ teamId, type, model, fromDraft, onStartOver }: NewAgentFormProps) {
  const navigate = route.useNavigate();
  const go = useGo();
  const create = useWrite(createAgent);
  const start = startingConfig(type, model);
  const draftId = (kind: StepType) => newAgentDraft(teamId, kind);
  const form = useContractForm(newAgentSchemas[type], {
    id: draftId(type),
    defaultValues: { name: "", build: { config: formValuesOf(start) } },
    submit: async ({ name, build }) => {
      const config = await withFilesSent<Config>(teamId, configOf(build.config, start), at.split("."));
      return create.mutateAsync({ params: { teamId }, body: { name, type, build: { name: "First revision", config } } });
    },
    onDone: ({ agent }) => {
      dropNewAgentDrafts(teamId);
      toast(`${agent.name} is live`);
      go(pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }));
    },
  }) as unknown as StepForm["form"];
  const name = useFieldValue(form, "name") as string;

  const choose = (kind: StepType) => {
    // The name goes along; each kind keeps the rest of what was typed for itself.
    if (name) writeDraft(draftId(kind), { ...readDraft(draftId(kind)), name }, []);
    void navigate({ search: kind === "code" ? { kind } : {}, replace: true });
  };
  const cancel = () => {
    const restore = form.props.onDiscard();
    dropNewAgentDrafts(teamId);
    go(pathTo("/t/$teamId/agents", { teamId }));
    if (restore) toastDiscarded(restore);
  };
  const fields = { form, at, type, teamId };
  const actions = (
    <>
      <Button tone="quiet" onClick={cancel}>
        Cancel
      </Button>
      <Button type="submit" form={stepFormId} tone="primary" pending={form.busy}>
        Create agent
      </Button>
    </>
  );
  return (
    <Page title="New agent" crumbs={[{ label: "Agents", link: pathTo("/t/$teamId/agents", { teamId }) }]} actions={actions}>
      <StepFrame
        form={form}
        main={
          <>
            {fromDraft && form.dirty ? (
              <FromDraft
                onStartOver={() => {
                  dropNewAgentDrafts(teamId);
                  form.reset();
                  onStartOver();
                }}
              />
            ) : null}
            <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto]">
              <Field label="Name" {...form.field("name")}>
                <TextInput autoFocus autoComplete="off" />
              </Field>
              <Field label="Kind" group hint={kindHints[type]}>
                <RadioGroup
                  inline
                  options={[
                    { value: "agent", label: "Instructions" },
                    { value: "code", label: "Python" },
                  ]}
                  value={type}
                  onChange={choose}
                />
              </Field>
            </div>
            <StepText {...fields} />
          </>
        }
        side={<StepSettings {...fields} />}
      />
    </Page>
  );
}
