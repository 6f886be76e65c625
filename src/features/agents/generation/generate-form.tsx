import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { read, useWrite } from "#api/query.ts";
import { generateRevision } from "#contract/agents/builder-runs.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { generationRead } from "#features/agents/queries.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { Textarea } from "#ui/textarea.tsx";

interface GenerateFormProps {
  teamId: string;
  build: Revision;
  prompt: string;
  /** It is asked for outside of the review, which opens then. */
  elsewhere?: boolean;
  onCancel?: () => void;
  onAsked: (prompt: string) => void;
}

const practiceHint =
  "No model provider is set up. The practice model (scripted) cannot write from free text: write steps, one a line, such as “set instructions say Hello”.";

/** Has a model write into a draft. For a live revision the draft is another one, whose review opens. */
export function GenerateForm({ teamId, build, prompt, elsewhere, onCancel, onAsked }: GenerateFormProps) {
  const go = useGo();
  const client = useQueryClient();
  const generate = useWrite(generateRevision);
  const practice = useQuery(read(getCapabilities)).data?.any_model === false;
  const form = useContractForm(generateRevision, {
    id: `generate-${build.id}`,
    defaultValues: { prompt },
    submit: async (body) => {
      const reply = await generate.mutateAsync({ params: { build_id: build.id }, body });
      // Whoever leaves the form sees the generation that they asked for, not the previous one. It was asked for, also where that cannot be read.
      await client.fetchQuery({ ...generationRead(reply.builder_run.build_id), staleTime: 0 }).catch(() => undefined);
      return { ...reply, prompt: body.prompt };
    },
    onDone: ({ builder_run: run, prompt: asked }) => {
      onAsked(asked);
      if (elsewhere || run.build_id !== build.id)
        go(pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId: build.agent_id, buildId: run.build_id }));
    },
  });
  return (
    <Form {...form.props} submit="Generate" {...(onCancel ? { onCancel } : {})} className="w-full text-start">
      <Field
        label="What should change?"
        hint={practice ? practiceHint : "The change goes into a draft for you to review. Nothing goes live."}
        {...form.field("prompt")}
      >
        <Textarea rows={4} autoFocus />
      </Field>
    </Form>
  );
}
