import { useEffect, useMemo, useState } from "react";
import { type Edit, editsOf, linesOf } from "./diff.ts";

export interface ComparedTexts {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Undefined while a worker is at it. */
  readonly edits: readonly Edit[] | undefined;
}

/** Both texts together: what a page compares within a frame, however different they are. */
const linesAtOnce = 400;

/** The lines of two texts and what leads from one to the other; long texts are compared in a worker. */
export function useEdits(before: string, after: string): ComparedTexts {
  const lines = useMemo(() => ({ before: linesOf(before), after: linesOf(after) }), [before, after]);
  const short = lines.before.length + lines.after.length <= linesAtOnce;
  const atOnce = useMemo(() => (short ? editsOf(lines.before, lines.after) : undefined), [short, lines]);
  const [late, setLate] = useState<{ of: typeof lines; edits: readonly Edit[] }>();
  useEffect(() => {
    if (short) return undefined;
    return ask(before, after, (edits) => setLate({ of: lines, edits }));
  }, [short, lines, before, after]);
  return { ...lines, edits: atOnce ?? (late?.of === lines ? late.edits : undefined) };
}

let worker: Worker | undefined;
let lastId = 0;

/** Returns what makes the answer unwanted. */
function ask(before: string, after: string, answer: (edits: readonly Edit[]) => void): () => void {
  const id = (lastId += 1);
  const shared = (worker ??= new Worker(new URL("diff-worker.ts", import.meta.url), { type: "module" }));
  const listen = ({ data }: MessageEvent<{ id: number; edits: readonly Edit[] }>) => {
    if (data.id !== id) return;
    stop();
    answer(data.edits);
  };
  const stop = () => shared.removeEventListener("message", listen);
  shared.addEventListener("message", listen);
  shared.postMessage({ id, before, after });
  return stop;
}
