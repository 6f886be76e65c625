import { useQuery } from "@tanstack/react-query";
import { Download, Ellipsis, Image as ImageIcon, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { deleteClarityCapture } from "#contract/clarity/captures.ts";
import { captureFindingsRead, evidenceRead } from "#features/clarity/queries.ts";
import type { Selection } from "#features/clarity/clarity-search.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Crumb } from "#ui/frame.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded, useFirstAnswers } from "#ui/loaded.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Time } from "#ui/time.tsx";
import { captureKind, captureName, drawingOf, unitsInWords } from "./capture-words.ts";
import { DeleteCapture } from "./delete-capture.tsx";
import { downloadCapture } from "./download-capture.ts";
import { EvidenceList } from "./evidence-list.tsx";
import { MediaPlayer } from "./media-player.tsx";
import { MapFindings } from "./map-findings.tsx";
import { UnheardRecording } from "./unheard-recording.tsx";
import { useSeek } from "./use-seek.ts";

interface CaptureViewProps {
  teamId: string;
  crumbs: readonly Crumb[];
  capture: ClarityCapture;
  /** The position of a unit that somebody was sent to. */
  at: number | undefined;
  /** What is searched for in it. */
  find: string | undefined;
  onFind: (text: string | undefined) => void;
  /** The process, with what is chosen in it. */
  back: string;
  /** What is chosen there: links within the capture keep it. */
  selection: Selection;
}

/** What one capture says, unit by unit, each with its place. */
export function CaptureView({ teamId, crumbs, capture, at, find, onFind, back, selection }: CaptureViewProps) {
  const { id: captureId, processId } = capture;
  const [deleting, setDeleting] = useState(false);
  const mayDelete = useMay(deleteClarityCapture, capture);
  const begin = useQuery(evidenceRead(processId, captureId, 0, capture.status));
  const drawing = drawingOf(capture);
  const findings = useQuery({ ...captureFindingsRead(processId, captureId), enabled: drawing === "map" });
  const drawn = useFirstAnswers(begin, findings);
  const { seek, again } = useSeek(processId, captureId, at);
  const title = captureName(capture);
  const go = useGo();
  useShortcuts("Capture", [{ keys: "escape", label: "Return to the process", run: () => go(back) }]);
  usePageActions(
    mayDelete ? [{ id: "delete-capture", label: "Delete capture", icon: Trash2, decides: true, run: () => setDeleting(true) }] : [],
  );
  const entries: MenuEntry[] = [
    ...(!capture.documentFileName ? [] : [{ label: "Download", icon: Download, onSelect: () => void downloadCapture(capture) }]),
    ...(mayDelete ? [{ label: "Delete", icon: Trash2, danger: true, onSelect: () => setDeleting(true) }] : []),
  ];
  const linkTo = (position: number) =>
    pathTo("/t/$teamId/clarity/processes/$processId/captures/$captureId", { teamId, processId, captureId }, { ...selection, at: position });
  return (
    <Page
      title={title}
      crumbs={crumbs}
      actions={entries.length > 0 ? <Menu trigger={<IconButton icon={Ellipsis} label="More" />} entries={entries} /> : null}
    >
      <div className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line ps-4 pe-2 text-xs text-ink-3 md:ps-5 md:pe-4">
        <p className="me-auto flex min-w-0 flex-wrap items-center gap-x-3 py-1">
          <span>{captureKind(capture)}</span>
          {captureKind(capture) === "Video" ? <span>Only its transcript was read</span> : null}
          {begin.data && begin.data.total > 0 ? <span>{unitsInWords(capture, begin.data.total)}</span> : null}
          <span>
            {capture.type === "interview" ? "Started" : `Added by ${capture.userName ?? "a former member"}`} <Time at={capture.createdAt} />
          </span>
        </p>
        <Button
          size="sm"
          tone="quiet"
          icon={Search}
          aria-pressed={find !== undefined}
          onClick={() => onFind(find === undefined ? "" : undefined)}
        >
          Find
        </Button>
      </div>
      {capture.videoUrl === null ? null : <MediaPlayer capture={capture} seek={seek} />}
      {drawn && drawing === "map" ? <MapFindings query={findings} linkTo={linkTo} /> : null}
      <Loaded query={drawn ? begin : { ...begin, data: undefined }} what="the evidence">
        {({ total }) =>
          capture.status === "processing" || capture.status === "failed" ? (
            <UnheardRecording capture={capture} />
          ) : total === 0 && drawing === "picture" ? (
            <EmptyState icon={ImageIcon} title="Nothing was read from this picture">
              It is kept with the process and can be downloaded. Steps cannot cite it.
            </EmptyState>
          ) : (
            <EvidenceList
              processId={processId}
              captureId={captureId}
              count={total}
              at={at}
              find={find}
              onFind={onFind}
              linkTo={linkTo}
              onPlace={again}
            />
          )
        }
      </Loaded>
      <DeleteCapture
        open={deleting}
        onClose={() => setDeleting(false)}
        teamId={teamId}
        id={processId}
        captureId={captureId}
        title={title}
      />
    </Page>
  );
}
