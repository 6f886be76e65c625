import { useSyncExternalStore } from "react";
import { readDraft } from "#api/drafts.ts";

/** Under which name this tab keeps the unsaved edits of the steps of a process. */
export const stepsDraft = (processId: string) => `steps:${processId}`;

const readers = new Set<() => void>();
const subscribe = (reader: () => void) => {
  readers.add(reader);
  return () => void readers.delete(reader);
};

/** Edits were kept, saved or discarded. */
export function stepsDraftChanged(): void {
  for (const reader of readers) reader();
}

/** Whether this tab has unsaved edits of the steps of a process. */
export function useUnsaved(processId: string): boolean {
  return useSyncExternalStore(subscribe, () => readDraft(stepsDraft(processId)) !== undefined);
}
