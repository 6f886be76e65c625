import { useState } from "react";
import { dropDraft, readDraft, useShownDraft, writeDraft } from "#api/drafts.ts";

export const notesDraft = (buildId: string) => `review-notes-${buildId}`;

/** What a reviewer writes down about a revision: kept for the tab, over a reload and over a decision that came too late. */
export function useNotes(buildId: string) {
  const id = notesDraft(buildId);
  useShownDraft(id);
  const [text, setText] = useState(() => {
    const kept = readDraft(id)?.["notes"];
    return typeof kept === "string" ? kept : "";
  });
  return {
    text,
    write: (next: string) => {
      setText(next);
      writeDraft(id, { notes: next }, []);
    },
    drop: () => {
      setText("");
      dropDraft(id);
    },
  };
}
