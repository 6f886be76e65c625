import type { ReactNode } from "react";

interface ImportLinesProps {
  label: string;
  children: ReactNode;
}

/** A table by lines of a file, in which everything can be read whole: rows are as high as they have to be. */
export function ImportLines({ label, children }: ImportLinesProps) {
  return (
    <div
      role="group"
      aria-label={`${label}, line by line`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-md border border-line"
    >
      <table aria-label={label} className="w-full text-sm [&_td]:px-3 [&_td]:py-1.5 [&_th]:px-3 [&_th]:py-1.5">
        {children}
      </table>
    </div>
  );
}

export function LinesHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr className="border-b border-line text-xs text-ink-3 [&>th]:text-start [&>th]:font-medium">
        <th scope="col" className="w-16">
          Line
        </th>
        {children}
      </tr>
    </thead>
  );
}

export function LineRow({ line, children }: { line: number; children: ReactNode }) {
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <td className="text-ink-3">{line}</td>
      {children}
    </tr>
  );
}
