import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { casesIn } from "#contract/queues/case.ts";
import { type Queue, updateQueue } from "#contract/queues/queues.ts";
import { ClearQueue } from "./clear-queue.tsx";
import { QueueSchema } from "#features/queues/schema/queue-schema.tsx";
import { queueSchemaRead, schemaVersionsRead } from "#features/queues/schema/schema-queries.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useFirstAnswers } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { Facts } from "#ui/side-panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { DeleteQueue } from "./delete-queue.tsx";

export function QueueSettings({ teamId, queue }: { teamId: string; queue: Queue }) {
  const manages = useMay(updateQueue);
  const [deleting, setDeleting] = useState(false);
  const [clearing, setClearing] = useState(false);
  const schema = useQuery(queueSchemaRead(queue.id));
  const versions = useQuery({ ...schemaVersionsRead(queue.id), enabled: Boolean(schema.data?.schema) });
  if (!useFirstAnswers(schema, versions)) return <SkeletonRows />;
  return (
    <ScrollColumn>
      {manages ? (
        <>
          <Section title="General">
            <QueueForm queue={queue} />
          </Section>
          <QueueSchema teamId={teamId} queueId={queue.id} />
          <Section title="Clear" description="Deletes every case. The queue, its labels and settings stay.">
            <Button tone="danger" disabled={casesIn(queue.case_counts) === 0} onClick={() => setClearing(true)}>
              Clear queue
            </Button>
          </Section>
          <ClearQueue open={clearing} onClose={() => setClearing(false)} queue={queue} />
          <Section
            title="Delete"
            description="Deletes the queue with its cases, labels, views, rubrics and case triggers. Its agents stay, without the queue."
          >
            <Button tone="danger" onClick={() => setDeleting(true)}>
              Delete queue
            </Button>
          </Section>
          <DeleteQueue open={deleting} onClose={() => setDeleting(false)} teamId={teamId} queue={queue} />
        </>
      ) : (
        <>
          <p className="mb-4 text-ink-2">Read only. Managers can change queues.</p>
          <div className="-mx-4">
            <Facts
              rows={[
                ["Name", queue.name],
                ["Description", queue.description ?? "–"],
                ["Created", <Time key="created" at={queue.created_at} />],
              ]}
            />
          </div>
          <QueueSchema teamId={teamId} queueId={queue.id} />
        </>
      )}
    </ScrollColumn>
  );
}

function QueueForm({ queue }: { queue: Queue }) {
  const update = useWrite(updateQueue);
  const form = useContractForm(updateQueue, {
    id: `queue-${queue.id}`,
    defaultValues: { name: queue.name, description: queue.description ?? "" },
    follows: ({ name, description }) => ({ Name: name ?? "", Description: description ?? "" }),
    submit: (_, changed) =>
      update.mutateAsync({
        params: { queue_id: queue.id },
        body: {
          ...("name" in changed ? { name: changed.name ?? "" } : {}),
          ...("description" in changed ? { description: changed.description || null } : {}),
        },
      }),
    onDone: (reply) => toast(`Queue “${reply.queue.name}” saved`),
    fieldOfCode: { name_taken: "name" },
  });
  const name = form.field("name");
  return (
    <Form {...form.props} submit="Save" tone="secondary">
      <Field label="Name" {...name} limits={{ ...name.limits, required: true }}>
        <TextInput autoComplete="off" />
      </Field>
      <Field label="Description" {...form.field("description")}>
        <Textarea />
      </Field>
    </Form>
  );
}
