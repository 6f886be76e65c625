import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { toast } from "#ui/toast.ts";
import { baseNameOf } from "./file-types.ts";
import type { TextDraftState } from "./text-draft.ts";
import { useFileWrite } from "./use-file-write.ts";

interface LostEditsProps {
  teamId: string;
  path: string;
  content: string;
  draft: TextDraftState;
}

/** What was typed into a file that somebody else deleted: it is not gone with it. */
export function LostEdits({ teamId, path, content, draft }: LostEditsProps) {
  const write = useFileWrite(teamId, path);
  const name = baseNameOf(path);
  const create = async () => {
    try {
      await write.send(content, undefined);
    } catch {
      return; // The notice says why, and the text stays.
    }
    draft.set(undefined);
    toast(`${name} created again with your edits`);
  };
  const discard = () => {
    draft.set(undefined);
    toast("Your edits were discarded", { undo: () => draft.set({ content, base: content }) });
  };
  return (
    <section aria-label="Your edits" className="flex min-h-0 flex-1 flex-col gap-3 p-4 md:px-5">
      <p className="text-sm">
        <span className="font-medium">{name} was renamed or deleted while you were editing.</span> Your text is kept here.
      </p>
      {write.error ? (
        <p role="alert" className="rounded-md bg-failed-soft px-3 py-2 text-sm text-failed">
          Not created. {write.error.issues[0]?.message ?? write.error.message}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" size="sm" pending={write.pending} onClick={() => void create()}>
          Create it again
        </Button>
        <CopyButton text={content} words="Copy the text" />
        <Button tone="quiet" size="sm" onClick={discard}>
          Discard
        </Button>
      </div>
      <pre
        tabIndex={0}
        aria-label={`Your text of ${name}`}
        className="min-h-0 flex-1 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap"
      >
        {content}
      </pre>
    </section>
  );
}
