import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { LandscapeNode } from "#contract/clarity/node.ts";
import { proposeClarityLandscapeProcess } from "#contract/clarity/nodes.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { areaOptions } from "./areas.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { TextInput } from "#ui/text-input.tsx";

interface NewProcessProps {
  teamId: string;
  orgId: string;
  /** The landscape that it can be placed in. */
  nodes: readonly LandscapeNode[];
  /** The area in which it is made. */
  within?: string | null;
  open: boolean;
  onClose: () => void;
}

export function NewProcess({ open, ...rest }: NewProcessProps) {
  const placed = rest.nodes.some(({ kind }) => kind === "area");
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title="New process"
      description={
        placed
          ? "Without an area it starts in Unsorted, and you can place it later."
          : "It starts in Unsorted. Place it in the landscape when you know where it belongs."
      }
    >
      <NewProcessForm {...rest} />
    </Dialog>
  );
}

function NewProcessForm({ teamId, orgId, nodes, within = null, onClose }: Omit<NewProcessProps, "open">) {
  const go = useGo();
  const [area, setArea] = useState(within);
  const areas = areaOptions(nodes);
  const create = useWrite(createClarityProcess);
  const createPlaced = useWrite(proposeClarityLandscapeProcess);
  const made = async (name: string): Promise<string | null> => {
    if (area === null) return (await create.mutateAsync({ params: { teamId }, body: { name } })).process.id;
    return (await createPlaced.mutateAsync({ params: { orgId }, body: { name, parentId: area, teamId } })).processId;
  };
  // Of both the stricter: a process that a person makes has a name.
  const form = useContractForm(proposeClarityLandscapeProcess, {
    id: `new-process-${teamId}`,
    defaultValues: { name: "" },
    submit: ({ name }) => made(name),
    onDone: (processId) => {
      // In the place of the dialog: Back leads to the page that it was opened from.
      if (processId !== null) go(pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId }), { replace: true });
    },
  });
  return (
    <Form {...form.props} submit="Create process" onCancel={onClose}>
      <Field label="Name" hint="What is done, as a verb and a noun" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" placeholder="Pay a supplier’s invoice" />
      </Field>
      {areas.length > 0 ? (
        <Field label="Area">
          <Combobox options={areas} value={area} onChange={setArea} placeholder="Unsorted" />
        </Field>
      ) : null}
    </Form>
  );
}
