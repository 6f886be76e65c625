import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { LandscapeNode } from "#contract/clarity/node.ts";
import { createClarityLandscapeNode } from "#contract/clarity/nodes.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { areaOptions } from "#features/clarity/areas.ts";

interface NewAreaProps {
  open: boolean;
  onClose: () => void;
  orgId: string;
  nodes: readonly LandscapeNode[];
  /** For everybody but administrators of the organization it is a proposal. */
  proposes: boolean;
  onMade: (id: string) => void;
}

export function NewArea({ open, onClose, ...rest }: NewAreaProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={rest.proposes ? "Propose an area" : "New area"}
      {...(rest.proposes && { description: "It stays a proposal until an administrator of the organization accepts it." })}
    >
      <NewAreaForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function NewAreaForm({ onClose, orgId, nodes, proposes, onMade }: Omit<NewAreaProps, "open">) {
  const [parentId, setParentId] = useState<string | null>(null);
  const create = useWrite(createClarityLandscapeNode);
  const form = useContractForm(createClarityLandscapeNode, {
    id: `new-area-${orgId}`,
    defaultValues: { name: "", ownerLabel: "" },
    submit: ({ name, ownerLabel }) =>
      create.mutateAsync({
        params: { orgId },
        body: { name, parentId, ownerLabel: ownerLabel ?? null, creationMode: proposes ? "proposal" : "active" },
      }),
    onDone: ({ id }) => {
      onClose();
      onMade(id);
    },
  });
  return (
    <Form {...form.props} submit={proposes ? "Propose area" : "Create area"} onCancel={onClose}>
      <Field label="Name" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" placeholder="Finance" />
      </Field>
      <Field label="Inside">
        <Combobox options={areaOptions(nodes)} value={parentId} onChange={setParentId} placeholder="No area" />
      </Field>
      <Field label="Owner" {...form.field("ownerLabel")}>
        <TextInput autoComplete="off" />
      </Field>
    </Form>
  );
}
