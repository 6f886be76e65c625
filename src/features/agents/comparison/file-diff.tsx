import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useCodeText } from "#features/agents/use-code-text.ts";
import { Badge } from "#ui/badge.tsx";
import { bytesOf } from "#ui/bytes.tsx";
import { DiffView } from "#ui/diff-view.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { focusOn, useAddStops, useElementStops } from "./change-stops.ts";
import type { FileChange } from "./compare.ts";
import type { ComparisonLook } from "./comparison.tsx";

interface FileDiffProps {
  /** Its name in the walk through the changes. */
  block: string;
  change: FileChange;
  startOpen: boolean;
  look: ComparisonLook;
}

/** One file of a program in two revisions; its text is read once it is opened. */
export function FileDiff({ block, change, startOpen, look }: FileDiffProps) {
  const [open, setOpen] = useState(startOpen);
  // Whoever comes to a closed file opens it and stands at its first change.
  const [arrived, setArrived] = useState(false);
  const arrive = () => {
    setArrived(true);
    setOpen(true);
  };
  const { path, before, after, movedFrom } = change;
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => {
          setArrived(false);
          setOpen(!open);
        }}
        className="flex min-h-7 max-w-full items-center gap-2 rounded-sm py-1 pe-2 text-start"
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{path}</span>
        {movedFrom !== undefined ? (
          <Badge>Moved from {movedFrom}</Badge>
        ) : before === undefined ? (
          <Badge tone="done">Added</Badge>
        ) : after === undefined ? (
          <Badge tone="failed">Removed</Badge>
        ) : (
          <Badge>Changed</Badge>
        )}
        <span className="shrink-0 text-xs text-ink-3">{sizes(change)}</span>
      </button>
      {open ? <Contents block={block} change={change} look={look} arrived={arrived} /> : <Closed block={block} onArrive={arrive} />}
    </li>
  );
}

function Closed({ block, onArrive }: { block: string; onArrive: () => void }) {
  const addStops = useAddStops(block);
  const enter = useEffectEvent(() => addStops({ count: 1, jump: onArrive }));
  useEffect(() => enter(), []);
  return null;
}

function Contents({
  block,
  change: { path, before, after, movedFrom },
  look,
  arrived,
}: Omit<FileDiffProps, "startOpen"> & { arrived: boolean }) {
  const old = useCodeText(look.teamId, movedFrom === undefined ? before : undefined);
  const now = useCodeText(look.teamId, movedFrom === undefined ? after : undefined);
  const addStops = useAddStops(block);
  const digests = [before, after].map((file) => file?.sha256.slice(0, 12) ?? "none").join(" → ");
  if (movedFrom !== undefined) {
    return <Note {...{ block, arrived }}>The same bytes under another path. SHA-256 {after?.sha256.slice(0, 12)}</Note>;
  }
  if (old.notText || now.notText) return <Note {...{ block, arrived }}>Not text. SHA-256 {digests}</Note>;
  const failed = [old, now].find(({ error }) => error);
  if (failed) return <ErrorState error={failed.error} what={path} onRetry={failed.retry} />;
  if ((before && old.text === undefined) || (after && now.text === undefined)) return <SkeletonRows rows={4} height={24} />;
  return <DiffView {...look} label={path} before={old.text ?? ""} after={now.text ?? ""} addStops={addStops} arrived={arrived} />;
}

function Note({ block, arrived, children }: { block: string; arrived: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useElementStops(block, element, 1);
  useEffect(() => {
    if (arrived) focusOn(element.current?.querySelector<HTMLElement>("[data-stop]"));
  }, [arrived]);
  return (
    <div ref={element}>
      <p data-stop="" tabIndex={-1} className="rounded-md border border-line px-3 py-2 text-sm text-ink-2">
        {children}
      </p>
    </div>
  );
}

function sizes({ before, after, movedFrom }: FileChange): string {
  if (movedFrom !== undefined || !before || !after) return bytesOf((after ?? before)?.sizeBytes ?? 0);
  return `${bytesOf(before.sizeBytes)} → ${bytesOf(after.sizeBytes)}`;
}
