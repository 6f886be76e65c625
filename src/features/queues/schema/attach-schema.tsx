import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { attachQueueJsonSchema, type JsonSchemaFamily } from "#contract/queues/queue-json-schema.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { toast } from "#ui/toast.ts";
import { schemaFamiliesRead } from "./schema-queries.ts";

interface AttachSchemaProps {
  onClose: () => void;
  teamId: string;
  queueId: string;
}

export function AttachSchema({ open, ...rest }: AttachSchemaProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title="Use another queue’s fields"
      description="Queues that share fields move to each new version together."
      size="md"
    >
      <AttachContent {...rest} />
    </Dialog>
  );
}

function AttachContent({ onClose, teamId, queueId }: AttachSchemaProps) {
  const families = useQuery(schemaFamiliesRead(teamId));
  return (
    <Loaded query={families} what="the fields of this team's queues" inline>
      {({ families: found }) =>
        found.length === 0 ? (
          <p className="text-ink-2">No queue in this team has fields yet. Define them here, and other queues can share them.</p>
        ) : (
          <AttachForm onClose={onClose} queueId={queueId} families={found} />
        )
      }
    </Loaded>
  );
}

function AttachForm({ onClose, queueId, families }: { onClose: () => void; queueId: string; families: readonly JsonSchemaFamily[] }) {
  const [chosen, setChosen] = useState(families[0]?.family_id ?? "");
  const attach = useWrite(attachQueueJsonSchema);
  const submit = async () => {
    try {
      await attach.mutateAsync({ params: { queue_id: queueId }, body: { family_id: chosen } });
      toast("Fields attached");
      onClose();
    } catch {
      // Shown by the form.
    }
  };
  return (
    <Form
      submit="Use these fields"
      busy={attach.isPending}
      error={attach.error?.message}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!attach.isPending) void submit();
      }}
    >
      <Field group label="Schema">
        <RadioGroup
          value={chosen}
          onChange={setChosen}
          options={families.map(({ family_id, title, version, fields, queues }) => ({
            value: family_id,
            label: title ?? queues[0] ?? "Fields that no queue uses",
            hint: `Version ${version} · ${fields.join(", ") || "no fields"}${queues.length > 0 ? ` · ${queues.join(", ")}` : ""}`,
          }))}
        />
      </Field>
    </Form>
  );
}
