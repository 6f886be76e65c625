import { FilePlus2, FolderUp, Upload } from "lucide-react";
import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { ContractForm } from "#api/form.ts";
import { maxBundleFiles } from "#contract/agents/config.ts";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Meter } from "#ui/meter.tsx";
import { CodeFileEditor } from "./code-file-editor.tsx";
import { CodeTree } from "./code-tree.tsx";
import { chosenFiles, droppedFiles } from "./dropped-files.ts";
import { firstOf } from "./first-file.ts";
import { PathForm } from "./path-form.tsx";
import { useCodeFiles } from "./use-code-files.ts";

interface CodeFilesProps {
  form: ContractForm<FieldValues>;
  /** Leads to the bundle. */
  name: string;
  teamId: string;
}

/** The files of a program: the tree and, beside it, the chosen file. Files and folders can be dropped anywhere on it. */
export function CodeFiles({ form, name, teamId }: CodeFilesProps) {
  const code = useCodeFiles(form, name);
  const [chosen, setChosen] = useState<string | undefined>(firstOf(code.files)?.path);
  const [naming, setNaming] = useState<{ from?: string } | null>(null);
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const file = code.files.find(({ path }) => path === chosen) ?? firstOf(code.files);

  const named = (path: string) => {
    if (naming?.from === undefined) void code.write(path, "").then(() => setChosen(path));
    else {
      code.rename(naming.from, path);
      setChosen(path);
    }
    setNaming(null);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then((dropped) => code.upload(dropped));
  };
  const picking = {
    type: "file",
    multiple: true,
    hidden: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (event.target.files) void code.upload(chosenFiles(event.target.files));
      event.target.value = "";
    },
  };
  return (
    <Field label="Files" group error={code.error} registration={form.field(name).registration}>
      <div
        // Takes the focus when the list of files is refused.
        tabIndex={-1}
        aria-invalid={code.error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
        onDrop={onDrop}
        className={cx(
          "flex min-h-[420px] flex-col overflow-hidden rounded-md border md:flex-row",
          over ? "border-accent bg-accent-soft" : "border-line",
        )}
      >
        <div className="flex shrink-0 flex-col border-line max-md:max-h-72 max-md:border-b md:w-56 md:border-e">
          <div className="flex items-center gap-0.5 border-b border-line p-1">
            <IconButton size="sm" icon={FilePlus2} label="New file" onClick={() => setNaming({})} />
            <IconButton size="sm" icon={Upload} label="Upload files" onClick={() => picker.current?.click()} />
            <IconButton size="sm" icon={FolderUp} label="Upload a folder" onClick={() => folderPicker.current?.click()} />
          </div>
          {naming ? (
            <PathForm
              from={naming.from}
              problemWith={(path) => code.problemWith(path, naming.from)}
              onDone={named}
              onCancel={() => setNaming(null)}
            />
          ) : null}
          <CodeTree files={code.files} chosen={file?.path} onChoose={setChosen} />
          <div className="mt-auto border-t border-line p-2">
            <Meter label="Files" used={code.files.length} limit={maxBundleFiles} />
          </div>
          <input {...picking} ref={picker} aria-label="Files to upload" />
          <input {...picking} ref={folderPicker} aria-label="Folder to upload" {...{ webkitdirectory: "" }} />
        </div>
        <div className="flex min-h-80 min-w-0 flex-1 flex-col">
          {file ? (
            <CodeFileEditor
              key={file.path}
              file={file}
              teamId={teamId}
              onWrite={(text) => code.write(file.path, text)}
              onRename={() => setNaming({ from: file.path })}
              onRemove={() => code.remove(file.path)}
            />
          ) : (
            <EmptyState title="No files yet">
              Drop files or folders here, or start with a new file. The start command decides which one runs.
            </EmptyState>
          )}
        </div>
      </div>
    </Field>
  );
}
