import { useSyncExternalStore } from "react";
import { readDraft } from "#api/drafts.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";

interface Of {
  readonly process_id: string;
  readonly kind: SnapshotKind;
}

/** Under which name this tab keeps the unsaved edits of the steps of a process, or of its proposal. */
export const stepsDraft = ({ process_id, kind }: Of) => `steps:${process_id}${kind === "current_process" ? "" : ":proposal"}`;

const readers = new Set<() => void>();
const subscribe = (reader: () => void) => {
  readers.add(reader);
  return () => void readers.delete(reader);
};

/** Edits were kept, saved or discarded. */
export function stepsDraftChanged(): void {
  for (const reader of readers) reader();
}

/** Whether this tab has unsaved edits of these steps. */
export function useUnsaved(of: Of): boolean {
  return useSyncExternalStore(subscribe, () => readDraft(stepsDraft(of)) !== undefined);
}
