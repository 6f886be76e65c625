import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";

interface TypedTextsProps {
  /** By the fields that they were typed into. */
  texts: readonly { readonly name: string; readonly text: string }[];
  /** What did not become of them. */
  fate: "saved" | "sent";
  onDiscard: () => void;
  /** What else can be done with them, before they are copied. */
  act?: ReactNode;
}

/** Texts that somebody typed where they cannot be sent any more, to be copied. */
export function TypedTexts({ texts, fate, onDiscard, act }: TypedTextsProps) {
  return (
    <section aria-label="What you typed" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-60 text-sm">What you typed here was not {fate}. Copy it before you leave.</p>
        {act}
        {texts.length > 1 ? <CopyButton text={texts.map(({ text }) => text).join("\n\n")} words="Copy all" /> : null}
        <Button size="sm" tone="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
      {texts.map(({ name, text }) => (
        <div key={name} className="flex min-w-0 flex-col gap-1">
          <div className="flex items-center justify-between gap-2">
            <h3 className="min-w-0 truncate text-sm font-medium">{name}</h3>
            <CopyButton text={text} words="Copy" />
          </div>
          <pre
            tabIndex={0}
            aria-label={`${name}, not ${fate}`}
            className="max-h-80 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap"
          >
            {text}
          </pre>
        </div>
      ))}
    </section>
  );
}
