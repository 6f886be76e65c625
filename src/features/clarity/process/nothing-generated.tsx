import type { ReactNode } from "react";
import { counted } from "#ui/counted.ts";

interface NothingGeneratedProps {
  /** Those that have text. */
  captures: number;
  /** The button, for those who may. */
  generate: ReactNode;
}

/** No version yet, and what one is made of, or why nothing can be. */
export function NothingGenerated({ captures, generate }: NothingGeneratedProps) {
  return (
    <section aria-label="Not generated yet" className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-medium">Not generated yet</h2>
        <p className="text-sm text-ink-2">
          {captures === 0
            ? "There is no capture with text yet, and nothing is read from pictures. Add a document, a transcript or an interview."
            : `A model draws the process from ${counted(captures, "capture", "captures")}: each step with what was said about it. Two or three captures show where people differ.`}
        </p>
      </div>
      {generate}
    </section>
  );
}
