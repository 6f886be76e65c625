import { useRef, useState } from "react";
import { dropDraft, readDraft, useShownDraft, writeDraft } from "#api/drafts.ts";

/** Edits that are not saved, and the stored text they began with. */
export interface TextDraft {
  readonly content: string;
  readonly base: string;
  /** Of the stored text, where it has one. */
  readonly version?: number | undefined;
}

export const fileDraftId = (teamId: string, path: string) => `file:${teamId}:${path}`;
export const skillDraftId = (skillId: string, path: string) => `skill:${skillId}:${path}`;

export function dropTextDraft(teamId: string, path: string): void {
  dropDraft(fileDraftId(teamId, path));
}

/** What deleting the file discards, as a sentence. */
export function lostWithFile(teamId: string, path: string): string | undefined {
  return load(fileDraftId(teamId, path)) && "Your unsaved edits of it are discarded too.";
}

/** Unsaved edits follow a file to its other name. */
export function moveTextDraft(teamId: string, from: string, to: string): void {
  const draft = load(fileDraftId(teamId, from));
  if (!draft || from === to) return;
  writeDraft(fileDraftId(teamId, to), { ...draft }, []);
  dropTextDraft(teamId, from);
}

function load(id: string): TextDraft | undefined {
  const { content, base, version } = readDraft(id) ?? {};
  if (typeof content !== "string" || typeof base !== "string") return undefined;
  return { content, base, ...(typeof version === "number" && { version }) };
}

export interface TextDraftState {
  readonly draft: TextDraft | undefined;
  readonly set: (draft: TextDraft | undefined) => void;
  /** The store now holds this text; what was typed while it was sent stays a draft on top of it. */
  readonly saved: (content: string, version?: number) => void;
}

/** Survives a reload of the tab. */
export function useTextDraft(id: string): TextDraftState {
  const [draft, setDraft] = useState(() => load(id));
  useShownDraft(id);
  const latest = useRef(draft);
  const set = (next: TextDraft | undefined) => {
    latest.current = next;
    setDraft(next);
    if (next === undefined) dropDraft(id);
    else writeDraft(id, { ...next }, []);
  };
  const saved = (content: string, version?: number) => {
    const typed = latest.current?.content;
    set(typed === undefined || typed === content ? undefined : { content: typed, base: content, version });
  };
  return { draft, set, saved };
}
