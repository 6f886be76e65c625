import { useEffect, useRef, useState } from "react";
import { counted } from "./counted.ts";
import { type SavedFile, saveFile } from "./save-file.ts";
import { toast } from "./toast.ts";

export interface Exported<R, F> {
  /** Every row, page by page. */
  readonly walk: (signal: AbortSignal) => AsyncIterable<{ readonly rows: readonly R[]; readonly total: number }>;
  /** The most that one file takes. */
  readonly most: number;
  /** As in "run" and "runs". */
  readonly words: readonly [one: string, many: string];
  readonly fileOf: (rows: readonly R[], format: F) => SavedFile;
}

/** Reads a whole list, not what is loaded of it, and hands it over as a file. Leaving the page ends it. */
export function useExport<R, F>({ walk, most, words: [one, many], fileOf }: Exported<R, F>) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const start = async (format: F) => {
    control.current?.abort();
    const { signal } = (control.current = new AbortController());
    const rows: R[] = [];
    const said = () => counted(rows.length, one, many);
    setProgress({ done: 0, total: 0 });
    try {
      for await (const page of walk(signal)) {
        rows.push(...page.rows);
        setProgress({ done: rows.length, total: Math.min(page.total, most) });
      }
      saveFile(fileOf(rows, format));
      toast(`${said()} exported${rows.length === most ? ", the maximum for one file" : ""}.`);
    } catch (error) {
      if (!signal.aborted) toast(`The export stopped after ${said()}. ${error instanceof Error ? error.message : ""}`, { failed: true });
    }
    if (control.current?.signal === signal) setProgress(null);
  };
  return { progress, start: (format: F) => void start(format), cancel: () => control.current?.abort() };
}
