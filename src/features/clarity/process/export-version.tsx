import { Download, FileCode2, Image, ImageDown, Printer, Workflow } from "lucide-react";
import { call } from "#api/client.ts";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { startClarityExport } from "#contract/clarity/exports.ts";
import { getClarityProcessBpmn, getClarityProcessDrawing } from "#contract/clarity/drawings.ts";
import { useUnsaved } from "#features/clarity/unsaved-steps.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { saveFile } from "#ui/save-file.ts";
import { toastFailed } from "#ui/toast.ts";
import { pngOf } from "./png-of.ts";
import { withFonts } from "./with-fonts.ts";

interface ExportVersionProps {
  teamId: string;
  process: { readonly id: string; readonly name: string };
  snapshotId: string;
}

/** Gives a version away: BPMN 2.0 for other tools, a picture, a document on paper with its evidence, or a model in another tool. */
export function ExportVersion({ teamId, process, snapshotId }: ExportVersionProps) {
  const params = { process_id: process.id, kind: "current_process" as const, snapshot_id: snapshotId };
  const unsaved = useUnsaved(params);
  const name = process.name.replaceAll(/[\\/:*?"<>|]+/g, " ").trim() || "process";
  const drawing = async () => {
    const svg = new TextDecoder().decode(await call(getClarityProcessDrawing, { params }));
    return new Blob([await withFonts(svg)], { type: "image/svg+xml" });
  };
  const save = (end: string, type: string, part: () => Promise<Blob>) => () =>
    void part().then((blob) => saveFile({ name: `${name}.${end}`, type, parts: [blob] }), toastFailed);
  const paper = pathTo("/t/$teamId/clarity/processes/$processId/versions/$snapshotId/print", { teamId, processId: process.id, snapshotId });
  const tool = pathTo("/t/$teamId/clarity/processes/$processId/versions/$snapshotId/export", { teamId, processId: process.id, snapshotId });
  const mayExport = useMay(startClarityExport);
  const bpmn = async () => new Blob([(await call(getClarityProcessBpmn, { params })) as Uint8Array<ArrayBuffer>]);
  return (
    <Menu
      trigger={
        <Button icon={Download} fold>
          Export
        </Button>
      }
      entries={[
        ...(unsaved ? [{ heading: "Your unsaved changes are not in it" }] : []),
        { label: "BPMN 2.0", icon: FileCode2, onSelect: save("bpmn", "application/xml", bpmn) },
        { label: "Picture, SVG", icon: Image, onSelect: save("svg", "image/svg+xml", drawing) },
        { label: "Picture, PNG", icon: ImageDown, onSelect: save("png", "image/png", async () => pngOf(await drawing())) },
        "separator",
        { label: "Print", icon: Printer, note: "Drawing, steps and evidence", link: paper },
        ...(mayExport ? [{ label: "SAP Signavio", icon: Workflow, note: "A model in your workspace there", link: tool }] : []),
      ]}
    />
  );
}
