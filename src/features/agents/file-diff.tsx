import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { Badge } from "#ui/badge.tsx";
import { DiffView } from "#ui/diff-view.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import type { FileChange } from "./compare.ts";
import { useCodeText } from "./use-code-text.ts";

interface FileDiffProps {
  teamId: string;
  change: FileChange;
  startOpen: boolean;
  beforeTitle: string;
  afterTitle: string;
}

/** One file of a program in two revisions; its text is read once it is opened. */
export function FileDiff({ teamId, change: { path, before, after }, startOpen, beforeTitle, afterTitle }: FileDiffProps) {
  const [open, setOpen] = useState(startOpen);
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="mb-1 flex h-7 max-w-full items-center gap-2 rounded-sm pe-2"
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span className="truncate font-mono text-xs">{path}</span>
        {before === undefined ? (
          <Badge tone="done">Added</Badge>
        ) : after === undefined ? (
          <Badge tone="failed">Removed</Badge>
        ) : (
          <Badge>Changed</Badge>
        )}
      </button>
      {open ? <Contents teamId={teamId} change={{ path, before, after }} beforeTitle={beforeTitle} afterTitle={afterTitle} /> : null}
    </li>
  );
}

function Contents({ teamId, change: { path, before, after }, beforeTitle, afterTitle }: Omit<FileDiffProps, "startOpen">) {
  const old = useCodeText(teamId, before);
  const now = useCodeText(teamId, after);
  const digests = [before, after].map((file) => file?.sha256.slice(0, 12) ?? "none").join(" → ");
  if (old.notText || now.notText) return <p className="text-sm text-ink-2">Not text. SHA-256 {digests}</p>;
  const failed = [old, now].find(({ error }) => error);
  if (failed) return <ErrorState error={failed.error} what={path} onRetry={failed.retry} />;
  if ((before && old.text === undefined) || (after && now.text === undefined)) return <SkeletonRows rows={4} height={24} />;
  return (
    <DiffView
      label={path}
      layout="split"
      before={old.text ?? ""}
      after={now.text ?? ""}
      beforeTitle={beforeTitle}
      afterTitle={afterTitle}
    />
  );
}
