import { ArrowLeft, ArrowRight, Minus, X } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { createClarityProcessLink, deleteClarityProcessLink, updateClarityProcessLink } from "#contract/clarity/links.ts";
import { type LandscapeLink, type LandscapeNode, type LinkType, linkTypes } from "#contract/clarity/node.ts";
import { ChoiceDialog } from "#features/clarity/choice-dialog.tsx";
import { PanelPart } from "#features/clarity/panel-part.tsx";
import { linkChoices, linkWords } from "#features/clarity/process-words.ts";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface NodeLinksProps {
  orgId: string;
  node: LandscapeNode;
  nodes: readonly LandscapeNode[];
  links: readonly LandscapeLink[];
  mayChange: boolean;
  onChoose: (id: string) => void;
}

/** What a process is linked to; one that was suggested is confirmed or removed. */
export function NodeLinks({ orgId, node, nodes, links, mayChange, onChoose }: NodeLinksProps) {
  const [adding, setAdding] = useState(false);
  const own = links.filter(({ sourceNodeId, targetNodeId }) => [sourceNodeId, targetNodeId].includes(node.id));
  const confirm = useWrite(updateClarityProcessLink);
  const remove = useWrite(deleteClarityProcessLink);
  const create = useWrite(createClarityProcessLink);
  const of = (link: LandscapeLink) => ({ orgId, process_link_id: link.id });
  const takeAway = (link: LandscapeLink) => {
    const { sourceNodeId: source_node_id, targetNodeId: target_node_id, type, state, confidence } = link;
    const body = { source_node_id, target_node_id, type, state, confidence };
    const undo = () => void create.mutateAsync({ params: { orgId }, body }).catch(toastFailed);
    remove.mutate({ params: of(link) }, { onSuccess: () => toast("Link removed", { undo }), onError: toastFailed });
  };
  return (
    <PanelPart title="Links" count={own.length} add={mayChange ? { label: "Add a link", run: () => setAdding(true) } : undefined}>
      {own.length === 0 ? <p className="text-sm text-ink-3">No links yet.</p> : null}
      <ul className="-mx-1">
        {own.map((link) => {
          const out = link.sourceNodeId === node.id;
          const other = nodes.find(({ id }) => id === (out ? link.targetNodeId : link.sourceNodeId));
          const Arrow = link.type === "hands_off_to" ? (out ? ArrowRight : ArrowLeft) : Minus;
          return (
            <li key={link.id} className="group flex min-h-7 items-center gap-2 px-1 text-sm">
              <Arrow size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
              <button
                type="button"
                onClick={() => other && onChoose(other.id)}
                className="min-w-0 flex-1 truncate rounded-sm text-start hover:underline"
              >
                {other?.name ?? "Another process"}
              </button>
              <span className="shrink-0 text-ink-3" title={link.rationale ?? undefined}>
                {link.state === "suggested" ? "suggested" : out ? linkWords[link.type].out : linkWords[link.type].in}
              </span>
              {mayChange && link.state === "suggested" ? (
                <button
                  type="button"
                  className="shrink-0 rounded-sm text-accent-ink hover:underline"
                  onClick={() => confirm.mutate({ params: of(link), body: { state: "confirmed" } }, { onError: toastFailed })}
                >
                  Confirm
                </button>
              ) : null}
              {mayChange ? (
                <IconButton
                  size="sm"
                  icon={X}
                  className={whenMeant}
                  label={`Remove the link with ${other?.name ?? ""}`}
                  onClick={() => takeAway(link)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      <AddLink open={adding} onClose={() => setAdding(false)} orgId={orgId} node={node} nodes={nodes} />
    </PanelPart>
  );
}

/** Under a pointer it appears with its row. */
const whenMeant = "[@media(hover:hover)]:not-focus-visible:not-group-hover:opacity-0";

interface AddLinkProps {
  open: boolean;
  onClose: () => void;
  orgId: string;
  node: LandscapeNode;
  nodes: readonly LandscapeNode[];
}

function AddLink({ open, onClose, orgId, node, nodes }: AddLinkProps) {
  const [type, setType] = useState<LinkType>("hands_off_to");
  const create = useWrite(createClarityProcessLink);
  const others = nodes.filter(({ id, kind }) => kind === "process" && id !== node.id);
  const add = async (other: string | null) => {
    if (other === null) return;
    await create.mutateAsync({ params: { orgId }, body: { source_node_id: node.id, target_node_id: other, type } });
  };
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title="Add a link"
      label="Process"
      options={others.map(({ id, name, teamName }) => ({ value: id, label: name, ...(teamName && { note: teamName }) }))}
      submit="Add link"
      onChoose={add}
    >
      <Field label={`${node.name} …`}>
        <Select
          value={type}
          onChange={({ target: { value } }) => setType(value as LinkType)}
          options={linkTypes.map((value) => ({ value, label: linkChoices[value] }))}
        />
      </Field>
    </ChoiceDialog>
  );
}
