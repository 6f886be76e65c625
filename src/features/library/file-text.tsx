import { useQuery } from "@tanstack/react-query";
import { maxContentLength, type TeamFile } from "#contract/library/files.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { DownloadOnly } from "./download-only.tsx";
import { useFileSearch } from "./file-search.ts";
import { typeOf } from "./file-types.ts";
import { contentOf } from "./queries.ts";
import { type StoredText, TextEditor } from "./text-editor.tsx";
import { TextPreview } from "./text-preview.tsx";
import { fileDraftId, type TextDraftState, useTextDraft } from "./text-draft.ts";
import { useFileWrite } from "./use-file-write.ts";

/** A text file: formatted where its type has a form, and as the text it is, to be edited. */
export function FileText({ teamId, file, raw }: { teamId: string; file: TeamFile; raw: boolean }) {
  // A character has at most four bytes, so a longer file cannot fit and is not asked for.
  const tooLong = (file.metadata?.size ?? 0) > 4 * maxContentLength;
  const content = useQuery({ ...contentOf(teamId, file.path), enabled: !tooLong });
  const draft = useTextDraft(fileDraftId(teamId, file.path));
  if (tooLong) return <DownloadOnly teamId={teamId} file={file} reason="This file is larger than 1 MB, so it is not shown as text." />;
  if (content.error?.code === "not_text" && content.data === undefined)
    return <DownloadOnly teamId={teamId} file={file} reason={content.error.message} />;
  return (
    <Loaded query={content} what="the content of this file" needs="Member">
      {(stored) => <Views teamId={teamId} file={file} raw={raw} stored={stored} draft={draft} />}
    </Loaded>
  );
}

interface ViewsProps {
  teamId: string;
  file: TeamFile;
  raw: boolean;
  stored: StoredText;
  draft: TextDraftState;
}

function Views({ teamId, file, raw, stored, draft }: ViewsProps) {
  const change = useFileSearch(teamId);
  const { kind } = typeOf(file.name);
  const write = useFileWrite(teamId, file.path);
  const editor = <TextEditor name={file.name} stored={stored} draft={draft} write={write} />;
  if (kind !== "csv" && kind !== "markdown") return editor;
  return (
    <Tabs
      label="View"
      tabs={[
        { value: "formatted", label: kind === "csv" ? "Table" : "Formatted" },
        { value: "raw", label: draft.draft ? "Text (unsaved edits)" : "Text" },
      ]}
      value={raw ? "raw" : "formatted"}
      onChange={(view) => change({ raw: view === "raw" ? true : undefined }, true)}
    >
      {raw ? editor : <TextPreview kind={kind} name={file.name} text={draft.draft?.content ?? stored.content} />}
    </Tabs>
  );
}
