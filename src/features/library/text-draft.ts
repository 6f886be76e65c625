import { useRef, useState } from "react";
import { dropDraft, readDraft, writeDraft } from "#api/drafts.ts";

/** Edits that are not saved, and the stored text they began with. */
export interface TextDraft {
  readonly content: string;
  readonly base: string;
}

const idOf = (teamId: string, path: string) => `file:${teamId}:${path}`;

export function dropTextDraft(teamId: string, path: string): void {
  dropDraft(idOf(teamId, path));
}

/** Unsaved edits follow a file to its other name. */
export function moveTextDraft(teamId: string, from: string, to: string): void {
  const draft = load(teamId, from);
  if (!draft || from === to) return;
  writeDraft(idOf(teamId, to), { ...draft }, []);
  dropTextDraft(teamId, from);
}

function load(teamId: string, path: string): TextDraft | undefined {
  const { content, base } = readDraft(idOf(teamId, path)) ?? {};
  return typeof content === "string" && typeof base === "string" ? { content, base } : undefined;
}

export interface TextDraftState {
  readonly draft: TextDraft | undefined;
  readonly set: (draft: TextDraft | undefined) => void;
  /** The store now holds this text; what was typed while it was sent stays a draft on top of it. */
  readonly saved: (content: string) => void;
}

/** Survives a reload of the tab. */
export function useTextDraft(teamId: string, path: string): TextDraftState {
  const [draft, setDraft] = useState(() => load(teamId, path));
  const latest = useRef(draft);
  const set = (next: TextDraft | undefined) => {
    latest.current = next;
    setDraft(next);
    if (next === undefined) dropTextDraft(teamId, path);
    else writeDraft(idOf(teamId, path), { ...next }, []);
  };
  const saved = (content: string) => {
    const typed = latest.current?.content;
    set(typed === undefined || typed === content ? undefined : { content: typed, base: content });
  };
  return { draft, set, saved };
}
