import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import type { Agent } from "#contract/agents/agents.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { nameOf, revisionTitle } from "#features/agents/revision-names.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { AttachFiles } from "./attach-files.tsx";
import { LackingConnections } from "./lacking-connections.tsx";
import { useAttachments } from "./use-attachments.ts";

interface StartWorkProps {
  onClose: () => void;
  teamId: string;
  agent: Agent;
  live: Revision | null;
}

/** Starts a run of the live revision and goes to it. */
export function StartWork({ open, ...rest }: StartWorkProps & { open: boolean }) {
  const { agent, live, onClose } = rest;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Start run: ${agent.name}`}
      size="md"
      {...(live ? { description: `Runs ${revisionTitle(live).toLowerCase()}, ${nameOf(live)}.` } : {})}
    >
      <StartForm {...rest} />
    </Dialog>
  );
}

export function StartForm({ onClose, teamId, agent }: Pick<StartWorkProps, "onClose" | "teamId" | "agent">) {
  const go = useGo();
  const [more, setMore] = useState(false);
  const attachments = useAttachments(teamId);
  const start = useWrite(startTeamRun);
  const form = useContractForm(startTeamRun, {
    id: `start-work-${agent.id}`,
    defaultValues: { agent_id: agent.id },
    submit: async (body) => {
      const sandbox_id = await attachments.send();
      return start.mutateAsync({ params: { teamId }, body: { ...body, ...(sandbox_id ? { sandbox_id } : {}) } });
    },
    onDone: ({ run }) => go(pathTo("/t/$teamId/runs/$runId", { teamId, runId: run.id })),
    fieldOfCode: { outbound_refused: "webhook_url" },
  });
  return (
    <Form
      {...form.props}
      submit="Start run"
      onCancel={onClose}
      extra={
        more ? null : (
          <Button tone="quiet" aria-expanded={false} onClick={() => setMore(true)}>
            More
          </Button>
        )
      }
    >
      <LackingConnections teamId={teamId} agentId={agent.id} />
      <Field
        label="Message"
        hint={agent.type === "code" ? "The program finds it in RUN_MESSAGE." : "What should the agent do?"}
        {...form.field("message")}
      >
        <Textarea autoFocus rows={5} />
      </Field>
      <AttachFiles attachments={attachments} sending={form.busy} />
      {more ? (
        <Field label="Webhook address" hint="Receives a request when the run waits or ends." {...form.field("webhook_url")}>
          <TextInput code type="url" autoFocus placeholder="https://example.com/hooks/caseload" />
        </Field>
      ) : null}
    </Form>
  );
}
