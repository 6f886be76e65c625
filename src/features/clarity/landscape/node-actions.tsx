import { Ellipsis, FilePen, FolderInput, Trash2 } from "lucide-react";
import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { Landscape, LandscapeNode } from "#contract/clarity/node.ts";
import { deleteClarityLandscapeNode, setClarityLandscapeNodePlacement, updateClarityLandscapeNode } from "#contract/clarity/nodes.ts";
import { ChoiceDialog } from "#features/clarity/choice-dialog.tsx";
import { useStanding } from "#features/clarity/use-standing.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { counted } from "#ui/counted.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { areaOptions, insideOf } from "#features/clarity/areas.ts";

interface NodeActionsProps {
  orgId: string;
  node: LandscapeNode;
  landscape: Landscape;
  onChoose: (id: string | undefined) => void;
}

/** What can be done with a place, by those who may. */
export function NodeActions({ orgId, node, landscape, onChoose }: NodeActionsProps) {
  const [open, setOpen] = useState<"rename" | "move" | "delete">();
  const close = () => setOpen(undefined);
  const { administers } = useStanding();
  const params = { orgId, nodeId: node.id };
  const place = useWrite(setClarityLandscapeNodePlacement);
  const remove = useWrite(deleteClarityLandscapeNode);
  const inside = insideOf(landscape.nodes, node.id);
  const processes = inside.filter(({ process }) => process !== null).length;
  const mayDelete = administers || inside.length === 0;
  const onDelete = async () => {
    await remove.mutateAsync({ params });
    onChoose(undefined);
    toast(`${node.name} deleted`);
  };
  return (
    <>
      <Menu
        trigger={<IconButton size="sm" icon={Ellipsis} label="More" />}
        entries={[
          { label: "Rename", icon: FilePen, onSelect: () => setOpen("rename") },
          { label: "Move", icon: FolderInput, onSelect: () => setOpen("move") },
          "separator",
          {
            label: "Delete",
            icon: Trash2,
            danger: true,
            disabled: !mayDelete,
            ...(mayDelete ? {} : { note: "An administrator of the organization deletes what has something inside it." }),
            onSelect: () => setOpen("delete"),
          },
        ]}
      />
      <Dialog open={open === "rename"} onClose={close} title={node.kind === "area" ? "Rename area" : "Rename process"}>
        <RenameForm orgId={orgId} node={node} onClose={close} />
      </Dialog>
      <ChoiceDialog
        open={open === "move"}
        onClose={close}
        title={`Move ${node.name}`}
        label="Inside"
        placeholder="No area"
        optional
        options={areaOptions(landscape.nodes, [node.id, ...inside.map(({ id }) => id)])}
        from={node.parentId}
        submit="Move"
        onChoose={(parentId) => place.mutateAsync({ params, body: { parentId } })}
      />
      <ConfirmDialog
        open={open === "delete"}
        onClose={close}
        title={node.kind === "area" ? "Delete this area?" : "Delete this process?"}
        action={node.kind === "area" ? "Delete area" : "Delete process"}
        typedName={node.name}
        onConfirm={onDelete}
      >
        <p>
          This cannot be undone.
          {node.process
            ? ` The process is deleted with ${counted(node.process.captureCount, "capture", "captures")} and all versions.`
            : ""}
          {inside.length - processes > 0
            ? ` ${counted(inside.length - processes, "area or proposal", "areas and proposals")} inside it are deleted too.`
            : ""}
          {processes > 0 ? ` ${counted(processes, "process", "processes")} inside it move to Unsorted.` : ""}
        </p>
      </ConfirmDialog>
    </>
  );
}

function RenameForm({ orgId, node, onClose }: { orgId: string; node: LandscapeNode; onClose: () => void }) {
  const update = useWrite(updateClarityLandscapeNode);
  const form = useContractForm(updateClarityLandscapeNode, {
    defaultValues: { name: node.name, ownerLabel: node.ownerLabel ?? "" },
    submit: (_, changed) => update.mutateAsync({ params: { orgId, nodeId: node.id }, body: changed }),
    onDone: () => {
      toast("Saved");
      onClose();
    },
  });
  return (
    <Form {...form.props} submit="Save" onCancel={onClose}>
      <Field label="Name" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" onFocus={(event) => event.target.select()} />
      </Field>
      <Field label="Owner" hint="A person or a role, as people call it" {...form.field("ownerLabel")}>
        <TextInput autoComplete="off" />
      </Field>
    </Form>
  );
}
