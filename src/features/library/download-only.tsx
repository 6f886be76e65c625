import { Download } from "lucide-react";
import type { TeamFile } from "#contract/library/files.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { downloadFile } from "./file-actions.ts";
import { typeOf } from "./file-types.ts";

/** In the place of a content that is no text, or too long to be one here. */
export function DownloadOnly({ teamId, file, reason }: { teamId: string; file: TeamFile; reason: string }) {
  const size = file.metadata?.size;
  return (
    <EmptyState
      icon={typeOf(file.name).icon}
      title={file.name}
      action={
        <Button tone="primary" icon={Download} onClick={() => void downloadFile(teamId, file)}>
          Download{size === undefined ? "" : ` ${bytesOf(size)}`}
        </Button>
      }
    >
      {reason}
    </EmptyState>
  );
}
