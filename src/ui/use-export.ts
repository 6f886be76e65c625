import { useEffect, useRef, useState } from "react";
import { counted } from "./counted.ts";
import { type SavedFile, saveFile } from "./save-file.ts";
import { toast } from "./toast.ts";

interface Reading {
  readonly signal: AbortSignal;
  /** Is told how many rows have arrived. */
  readonly tell: (rows: number) => void;
}

export interface Exported<C> {
  readonly read: (choice: C, reading: Reading) => Promise<{ readonly file: SavedFile; readonly rows: number }>;
  /** How many rows there are, as far as it is known. */
  readonly total: number;
  /** As in "run" and "runs". */
  readonly words: readonly [one: string, many: string];
}

export interface Exporting<C> {
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly total: number;
  readonly words: readonly [one: string, many: string];
  readonly start: (choice: C) => void;
  readonly cancel: () => void;
}

/** Reads a whole list, not what is loaded of it, and hands it over as a file. Leaving the page ends it. */
export function useExport<C>({ read, total, words }: Exported<C>): Exporting<C> {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const start = async (choice: C) => {
    control.current?.abort();
    const { signal } = (control.current = new AbortController());
    let done = 0;
    const said = () => counted(done, ...words);
    const tell = (rows: number) => {
      done = rows;
      if (!signal.aborted) setProgress({ done, total: Math.max(total, done) });
    };
    setProgress({ done: 0, total: 0 });
    try {
      const { file, rows } = await read(choice, { signal, tell });
      done = rows;
      saveFile(file);
      toast(`${said()} exported.`);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      if (!signal.aborted)
        toast(done === 0 ? `Nothing was exported. ${why}` : `The export stopped after ${said()}. ${why}`, { failed: true });
    }
    if (control.current?.signal === signal) setProgress(null);
  };
  return { progress, total, words, start: (choice) => void start(choice), cancel: () => control.current?.abort() };
}
