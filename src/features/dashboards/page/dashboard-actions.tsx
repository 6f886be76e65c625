import { ArrowRightLeft, Copy, Ellipsis, FilePen, PanelRight, Plug, Printer, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { useMoveTargets } from "#api/team-move.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { attachDashboardConnection } from "#contract/dashboards/connections.ts";
import { moveDashboard } from "#contract/dashboards/move.ts";
import { deleteDashboard, duplicateDashboard, publishDashboard } from "#contract/dashboards/dashboards.ts";
import { isBusy } from "#features/dashboards/dashboard-words.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { useGo } from "#ui/link.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { toast, toastFailed } from "#ui/toast.ts";
import { DashboardConnections } from "./dashboard-connections.tsx";
import { MoveDashboard } from "./move-dashboard.tsx";
import { DeleteDashboard } from "./delete-dashboard.tsx";
import { ExportDashboard } from "./export-dashboard.tsx";
import { PublishDashboard } from "./publish-dashboard.tsx";
import { RefreshDashboard } from "./refresh-dashboard.tsx";
import { RenameDashboard } from "./rename-dashboard.tsx";
import type { ConversationShown } from "./use-conversation-shown.ts";

interface DashboardActionsProps {
  teamId: string;
  artifact: Artifact;
  isCreator: boolean;
  canEdit: boolean;
  talk: ConversationShown;
  onPrint: () => void;
}

/** What can be done with a dashboard as a whole, by those who may. */
export function DashboardActions({ teamId, artifact, isCreator, canEdit, talk, onPrint }: DashboardActionsProps) {
  const [open, setOpen] = useState<"rename" | "publish" | "connections" | "move" | "delete">();
  const close = () => setOpen(undefined);
  const go = useGo();
  const mayPublish = useMay(publishDashboard, artifact);
  const mayDelete = useMay(deleteDashboard, artifact);
  const targets = useMoveTargets(moveDashboard, teamId);
  const mayConnect = useMay(attachDashboardConnection, artifact);
  const mayMove = useMay(moveDashboard, artifact) && targets.length > 0;
  const copy = useWrite(duplicateDashboard);
  const duplicate = () =>
    copy.mutate(
      { params: { artifactId: artifact.id } },
      {
        onSuccess: (made) => {
          go(pathTo("/t/$teamId/dashboards/$artifactId", { teamId, artifactId: made.id }));
          toast("Duplicated. The copy is private");
        },
        onError: toastFailed,
      },
    );
  const ready = artifact.html_code_present;
  const idle = ready && !isBusy(artifact);
  const share = artifact.visibility === "private" ? "Publish" : "Change audience";
  const acts = [
    ...(ready ? [{ id: "print-dashboard", label: "Print or save as PDF", icon: Printer, run: onPrint }] : []),
    ...(idle ? [{ id: "duplicate-dashboard", label: "Duplicate dashboard", icon: Copy, run: duplicate }] : []),
    ...(canEdit ? [{ id: "rename-dashboard", label: "Rename dashboard", icon: FilePen, run: () => setOpen("rename") }] : []),
    ...(mayPublish && ready ? [{ id: "publish-dashboard", label: share, icon: Share2, run: () => setOpen("publish") }] : []),
    ...(mayConnect
      ? [{ id: "connect-dashboard", label: "Connections of the dashboard", icon: Plug, run: () => setOpen("connections") }]
      : []),
    ...(mayMove && idle ? [{ id: "move-dashboard", label: "Move dashboard", icon: ArrowRightLeft, run: () => setOpen("move") }] : []),
    ...(mayDelete
      ? [{ id: "delete-dashboard", label: "Delete dashboard", icon: Trash2, decides: true, run: () => setOpen("delete") }]
      : []),
  ];
  usePageActions(acts);
  const entries: MenuEntry[] = [
    ...(canEdit ? [{ label: "Rename", icon: FilePen, onSelect: () => setOpen("rename") }] : []),
    ...(mayPublish ? [{ label: "Duplicate", icon: Copy, disabled: !idle, onSelect: duplicate }] : []),
    ...(mayPublish && artifact.visibility !== "private"
      ? [{ label: "Change audience", icon: Share2, onSelect: () => setOpen("publish") }]
      : []),
    ...(mayConnect ? [{ label: "Connections", icon: Plug, onSelect: () => setOpen("connections") }] : []),
    ...(mayMove ? [{ label: "Move to another team", icon: ArrowRightLeft, disabled: !idle, onSelect: () => setOpen("move") }] : []),
    ...(canEdit
      ? [
          {
            label: talk.shown ? "Hide conversation" : "Show conversation",
            icon: PanelRight,
            keys: "c",
            onSelect: () => talk.show(!talk.shown),
          },
        ]
      : []),
    ...(mayDelete
      ? (["separator", { label: "Delete", icon: Trash2, danger: true, onSelect: () => setOpen("delete") }] as MenuEntry[])
      : []),
  ];
  return (
    <>
      <ExportDashboard artifact={artifact} onPrint={onPrint} />
      {canEdit && ready ? <RefreshDashboard artifact={artifact} /> : null}
      {mayPublish ? null : (
        <Button icon={Copy} fold disabled={!idle} pending={copy.isPending} onClick={duplicate}>
          Duplicate
        </Button>
      )}
      {mayPublish && artifact.visibility === "private" ? (
        <Button tone="primary" icon={Share2} fold disabled={!ready} onClick={() => setOpen("publish")}>
          Publish
        </Button>
      ) : null}
      <Menu trigger={<IconButton icon={Ellipsis} label="More" />} entries={entries} />
      <RenameDashboard open={open === "rename"} onClose={close} artifact={artifact} />
      <PublishDashboard open={open === "publish"} onClose={close} teamId={teamId} artifact={artifact} />
      <DashboardConnections open={open === "connections"} onClose={close} teamId={teamId} artifact={artifact} isCreator={isCreator} />
      <MoveDashboard open={open === "move"} onClose={close} targets={targets} artifact={artifact} />
      <DeleteDashboard open={open === "delete"} onClose={close} teamId={teamId} artifact={artifact} />
    </>
  );
}
