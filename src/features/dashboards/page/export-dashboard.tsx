import { Download, FileCode, FileText, Printer } from "lucide-react";
import { useState } from "react";
import { call } from "#api/client.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { exportDashboardHtml, getDashboardPdf } from "#contract/dashboards/pages.ts";
import { titleOf } from "#features/dashboards/dashboard-words.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { saveFile } from "#ui/save-file.ts";
import { toast, toastFailed } from "#ui/toast.ts";

/** The page as a file, with the figures that the viewer sees now in the range that the page begins with. */
export function ExportDashboard({ artifact, onPrint }: { artifact: Artifact; onPrint: () => void }) {
  const [busy, setBusy] = useState(false);
  const save = async (kind: "html" | "pdf") => {
    setBusy(true);
    const input = { params: { artifactId: artifact.id }, query: {} };
    try {
      const bytes = kind === "html" ? await call(exportDashboardHtml, input) : await call(getDashboardPdf, input);
      const type = kind === "html" ? "text/html" : "application/pdf";
      saveFile({ name: `${fileName(titleOf(artifact))}.${kind}`, type, parts: [new Blob([bytes as Uint8Array<ArrayBuffer>])] });
      toast("Exported");
    } catch (error) {
      toastFailed(error);
    }
    setBusy(false);
  };
  return (
    <Menu
      trigger={
        <Button icon={Download} fold pending={busy} disabled={!artifact.html_code_present}>
          Export
        </Button>
      }
      entries={[
        { label: "PDF", icon: FileText, onSelect: () => void save("pdf") },
        { label: "Web page (HTML)", icon: FileCode, note: "Opens offline, without scripts", onSelect: () => void save("html") },
        { label: "Print", icon: Printer, note: "In the range that is shown", onSelect: onPrint },
      ]}
    />
  );
}

const fileName = (title: string) =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80) || "dashboard";
