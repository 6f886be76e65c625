import { Copy, Ellipsis, Eye, EyeOff, FilePen, Trash2 } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useMay, useRule } from "#api/roles.ts";
import type { ClarityProcess } from "#contract/clarity/process.ts";
import { deleteClarityProcess, duplicateClarityProcess, updateClarityProcess } from "#contract/clarity/processes.ts";
import { restrictsProcess } from "#contract/clarity/rights.ts";
import { isGenerating } from "#features/clarity/process-words.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useGo } from "#ui/link.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { toast, toastFailed } from "#ui/toast.ts";
import { DeleteProcess } from "./delete-process.tsx";
import { RenameProcess } from "./rename-process.tsx";

/** What can be done with a process as a whole, by those who may. */
export function ProcessActions({ teamId, process, captures }: { teamId: string; process: ClarityProcess; captures: number }) {
  const [open, setOpen] = useState<"rename" | "delete">();
  const close = () => setOpen(undefined);
  const go = useGo();
  const mayChange = useMay(updateClarityProcess);
  const mayRestrict = useRule((who) => restrictsProcess(process, who)) && mayChange;
  const mayCopy = useMay(duplicateClarityProcess);
  const mayDelete = useMay(deleteClarityProcess, process);
  const copy = useWrite(duplicateClarityProcess);
  const update = useWrite(updateClarityProcess);
  const params = { process_id: process.id };
  const restricted = process.visibility === "restricted";
  const show = (visibility: ClarityProcess["visibility"]) => update.mutateAsync({ params, body: { visibility } });
  const toggle = () =>
    show(restricted ? "team" : "restricted").then(
      () =>
        toast(restricted ? "Shown to the team" : "Restricted to its creator and Managers", {
          undo: () => void show(process.visibility).catch(toastFailed),
        }),
      toastFailed,
    );
  const duplicate = () =>
    copy.mutate(
      { params },
      {
        onSuccess: ({ process: made }) => {
          go(pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: made.id }));
          toast("Duplicated. The copy is in Unsorted");
        },
        onError: toastFailed,
      },
    );
  const busy = isGenerating(process);
  const acts = [
    ...(mayChange ? [{ id: "rename-process", label: "Rename process", icon: FilePen, run: () => setOpen("rename") }] : []),
    ...(mayCopy && !busy ? [{ id: "duplicate-process", label: "Duplicate process", icon: Copy, run: duplicate }] : []),
    ...(mayDelete && !busy
      ? [{ id: "delete-process", label: "Delete process", icon: Trash2, decides: true, run: () => setOpen("delete") }]
      : []),
  ];
  usePageActions(acts);
  const entries: MenuEntry[] = [
    ...(mayChange ? [{ label: "Rename", icon: FilePen, onSelect: () => setOpen("rename") }] : []),
    ...(mayCopy ? [{ label: "Duplicate", icon: Copy, disabled: busy, onSelect: duplicate }] : []),
    ...(mayRestrict
      ? [
          {
            label: restricted ? "Show to the team" : "Restrict to Managers",
            icon: restricted ? Eye : EyeOff,
            onSelect: () => void toggle(),
          },
        ]
      : []),
    ...(mayDelete
      ? (["separator", { label: "Delete", icon: Trash2, danger: true, disabled: busy, onSelect: () => setOpen("delete") }] as MenuEntry[])
      : []),
  ];
  if (entries.length === 0) return null;
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label="More" />} entries={entries} />
      <RenameProcess open={open === "rename"} onClose={close} process={process} />
      <DeleteProcess open={open === "delete"} onClose={close} teamId={teamId} process={process} captures={captures} />
    </>
  );
}
