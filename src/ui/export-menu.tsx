import { Download } from "lucide-react";
import { counted } from "./counted.ts";
import { ExportProgress } from "./export-progress.tsx";
import { IconButton } from "./icon-button.tsx";
import { Menu, type MenuEntry } from "./menu.tsx";
import { type PageAction, usePageActions } from "./page-actions.ts";
import type { Exporting } from "./use-export.ts";

export interface ExportChoice {
  readonly format: "csv" | "json";
  /** The columns that the list shows; absent: everything. */
  readonly shown?: readonly string[];
}

interface ExportMenuProps {
  exporting: Exporting<ExportChoice>;
  /** The columns that the list shows; absent where it shows all that a file has. */
  shown?: readonly string[] | undefined;
}

/** Hands a list over as a file: of every list the same menu, the same entries in the palette and the same line about how far it is. */
export function ExportMenu({ exporting, shown }: ExportMenuProps) {
  const { progress, total, words, cancel } = exporting;
  const ready = total > 0 && progress === null;
  usePageActions(ready ? exportActions(exporting) : []);
  return (
    <>
      {total > 0 ? (
        <Menu trigger={<IconButton icon={Download} label="Export" disabled={!ready} />} entries={exportEntries(exporting, shown)} />
      ) : null}
      {progress ? <ExportProgress {...progress} what={words[1]} onCancel={cancel} /> : null}
    </>
  );
}

function exportEntries({ start, total, words }: Exporting<ExportChoice>, shown?: readonly string[]): readonly MenuEntry[] {
  return [
    { heading: `Export ${counted(total, ...words)}` },
    { label: "CSV, for a spreadsheet", icon: Download, onSelect: () => start({ format: "csv" }) },
    ...(shown ? [{ label: "CSV, only the columns shown", icon: Download, onSelect: () => start({ format: "csv", shown }) }] : []),
    { label: "JSON, as the API has it", icon: Download, onSelect: () => start({ format: "json" }) },
  ];
}

function exportActions({ start, words: [, many] }: Exporting<ExportChoice>): readonly PageAction[] {
  return [
    { id: "export-csv", label: `Export these ${many} as CSV`, icon: Download, run: () => start({ format: "csv" }) },
    { id: "export-json", label: `Export these ${many} as JSON`, icon: Download, run: () => start({ format: "json" }) },
  ];
}
