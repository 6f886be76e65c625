import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, use, useState } from "react";
import { useCodeText } from "#features/agents/use-code-text.ts";
import { Badge } from "#ui/badge.tsx";
import { bytesOf } from "#ui/bytes.tsx";
import { type Here, OneStop } from "#ui/change-stop.tsx";
import { DiffView } from "#ui/diff-view.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import type { RovingItem } from "#ui/roving.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { ChangeStopsContext, useBlock } from "./change-stops.ts";
import type { FileChange } from "./compare.ts";
import type { ComparisonLook } from "./comparison.tsx";

interface FileDiffProps {
  /** Its name in the walk through the changes. */
  block: string;
  change: FileChange;
  startOpen: boolean;
  look: ComparisonLook;
  item: RovingItem;
}

/** One file of a program in two revisions; its text is read once it is opened. */
export function FileDiff({ block, change, startOpen, look, item }: FileDiffProps) {
  const here = useBlock(block);
  const { giveUp, isLeft } = use(ChangeStopsContext);
  const step = here?.step;
  const [folding, setFolding] = useState({ open: startOpen, step, byWalk: false });
  // Whoever comes to a closed file opens it, and it closes behind them: a long walk would fill the page.
  if (folding.step !== step) {
    const opens = !folding.open && step !== undefined;
    setFolding({ open: folding.open || opens, step, byWalk: folding.byWalk || opens });
  } else if (folding.byWalk && isLeft(block)) setFolding({ open: false, step, byWalk: false });
  // Whoever opens or closes it stays at its name.
  const [toggled, setToggled] = useState<number>();
  const brought = here && { at: here.at, step: here.step === toggled ? 0 : here.step };
  const { path, before, after, movedFrom } = change;
  const { open } = folding;
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <div {...(open ? {} : { "data-stop": "", "aria-current": here ? true : undefined })} className="w-fit max-w-full rounded-sm">
        <button
          type="button"
          {...item}
          aria-expanded={open}
          onClick={() => {
            if (open) giveUp(block);
            setToggled(step);
            setFolding({ open: !open, step, byWalk: false });
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
          {before?.text === undefined ? null : <span className="shrink-0 text-xs text-ink-3">was the whole program</span>}
          {after?.text === undefined ? null : <span className="shrink-0 text-xs text-ink-3">is the whole program</span>}
          <span className="shrink-0 text-xs text-ink-3">{sizes(change)}</span>
        </button>
      </div>
      {open ? <Contents block={block} change={change} look={look} here={brought} /> : null}
    </li>
  );
}

function Contents({
  block,
  change: { path, before, after, movedFrom },
  look,
  here,
}: Omit<FileDiffProps, "startOpen" | "item"> & { here: Here | undefined }) {
  const old = useCodeText(look.teamId, movedFrom === undefined ? before : undefined);
  const now = useCodeText(look.teamId, movedFrom === undefined ? after : undefined);
  const { count } = use(ChangeStopsContext);
  const digests = [before, after].map((file) => file?.sha256?.slice(0, 12) ?? "none").join(" → ");
  if (movedFrom !== undefined) {
    return (
      <Note block={block} here={here}>
        The same bytes under another path. SHA-256 {after?.sha256?.slice(0, 12)}
      </Note>
    );
  }
  if (old.notText || now.notText)
    return (
      <Note block={block} here={here}>
        Not text. SHA-256 {digests}
      </Note>
    );
  const failed = [old, now].find(({ error }) => error);
  if (failed)
    return (
      <OneChange block={block} here={here}>
        <ErrorState error={failed.error} what={path} onRetry={failed.retry} />
      </OneChange>
    );
  if ((before && old.text === undefined) || (after && now.text === undefined))
    return (
      <OneStop here={here}>
        {/* What is behind it waits with it, and is not pushed down. */}
        <div data-opening>
          <SkeletonRows rows={4} height={24} />
        </div>
      </OneStop>
    );
  if (before && after && old.text === now.text)
    return (
      <Note block={block} here={here}>
        The same text.{" "}
        {after.text === undefined ? "It was the whole program and is a file now." : "It was a file and is the whole program now."}
      </Note>
    );
  const texts = { before: old.text ?? "", after: now.text ?? "" };
  return <DiffView {...look} {...texts} label={path} onCount={(many) => count(block, many)} here={here} />;
}

interface OneChangeProps {
  block: string;
  here: Here | undefined;
  children: ReactNode;
}

function Note({ children, ...place }: OneChangeProps) {
  return (
    <OneChange {...place}>
      <p className="rounded-md border border-line px-3 py-2 text-sm text-ink-2">{children}</p>
    </OneChange>
  );
}

function OneChange({ block, here, children }: OneChangeProps) {
  useBlock(block, 1);
  return <OneStop here={here}>{children}</OneStop>;
}

function sizes({ before, after, movedFrom }: FileChange): string {
  if (movedFrom !== undefined || !before || !after) return bytesOf((after ?? before)?.sizeBytes ?? 0);
  return `${bytesOf(before.sizeBytes)} → ${bytesOf(after.sizeBytes)}`;
}
