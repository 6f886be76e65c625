import { Upload } from "lucide-react";
import type { Ref } from "react";
import { Button } from "#ui/button.tsx";

/** The one input behind every way to choose files with the browser's dialog. */
export function FileInput({ ref, onFiles }: { ref: Ref<HTMLInputElement>; onFiles: (files: readonly File[]) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label="Files to upload"
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = "";
      }}
    />
  );
}

export function UploadButton({ onClick }: { onClick: () => void }) {
  return (
    <Button tone="primary" icon={Upload} onClick={onClick}>
      Upload
    </Button>
  );
}
