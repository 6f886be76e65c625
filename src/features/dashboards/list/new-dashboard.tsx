import { useQuery } from "@tanstack/react-query";
import { useGo } from "#ui/link.tsx";
import { pathTo } from "#api/path-to.ts";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { createDashboard } from "#contract/dashboards/messages.ts";
import { connectionsRead } from "#features/dashboards/queries.ts";
import { readableConnections } from "#features/dashboards/readable-connections.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { ConnectionChoice } from "./connection-choice.tsx";

const examples = [
  "What broke last month, and why?",
  "Open cases by queue, and how old they are",
  "Runs by agent this week, with what failed",
];

/** Says in words what a dashboard is to show. Its page opens at once and is written beside the conversation. */
export function NewDashboard({ teamId, open, onClose }: { teamId: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New dashboard"
      description="Say what you want to know. An agent writes the page, and you can change it by asking."
    >
      <AskForm teamId={teamId} onClose={onClose} />
    </Dialog>
  );
}

function AskForm({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const go = useGo();
  const create = useWrite(createDashboard);
  const known = useQuery(connectionsRead(teamId));
  const readable = known.data && readableConnections(known.data, true);
  /** A draft may name what is gone. */
  const there = (ids: readonly string[] = []) => ids.filter((id) => readable?.some((each) => each.id === id) ?? true);
  const form = useContractForm(createDashboard, {
    id: `new-dashboard-${teamId}`,
    defaultValues: { message: "", connection_ids: [] },
    submit: ({ message, connection_ids }) =>
      create.mutateAsync({ body: { message, connection_ids: there(connection_ids), team_id: teamId } }),
    onDone: ({ artifact_id: artifactId }) => go(pathTo("/t/$teamId/dashboards/$artifactId", { teamId, artifactId })),
  });
  const chosen = there(useFieldValue(form, "connection_ids"));
  return (
    <Form {...form.props} submit="Create dashboard" onCancel={onClose}>
      <Field label="Question" {...form.field("message")}>
        <Textarea autoFocus rows={4} placeholder={examples[0]} />
      </Field>
      <div className="flex flex-col items-start gap-1">
        <p className="text-xs text-ink-3">Examples</p>
        {examples.map((example) => (
          <button
            key={example}
            type="button"
            className="rounded-sm text-start text-sm text-accent-ink hover:underline"
            onClick={() => form.set("message", example)}
          >
            {example}
          </button>
        ))}
      </div>
      {readable && readable.length > 0 ? (
        <ConnectionChoice
          connections={readable}
          chosen={chosen}
          onChange={(ids) => form.set("connection_ids", ids)}
          error={form.errorOf("connection_ids")}
        />
      ) : null}
    </Form>
  );
}
