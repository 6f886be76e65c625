import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { callWith } from "#api/client.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { maxSkillUploadBytes, previewSkillUpload, uploadSkill } from "#contract/library/skill-files.ts";
import type { Reply } from "#contract/endpoint.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";

/** Shows what an upload would do, file by file, and asks before it happens. */
export function UploadSkill({ teamId, file, onClose }: { teamId: string; file: File | undefined; onClose: () => void }) {
  return (
    <Dialog open={file !== undefined} onClose={onClose} size="md" title="Upload a skill" description={file?.name}>
      {file === undefined ? null : file.size > maxSkillUploadBytes ? (
        <Refused onClose={onClose}>A skill can be at most {maxSkillUploadBytes / 1_000_000} MB as a ZIP.</Refused>
      ) : (
        <Question teamId={teamId} file={file} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Question({ teamId, file, onClose }: { teamId: string; file: File; onClose: () => void }) {
  const go = useGo();
  const preview = useQuery({
    queryKey: ["Skill preview", teamId, file.name, file.size, file.lastModified],
    queryFn: async ({ signal }) =>
      callWith(previewSkillUpload, { params: { teamId }, bytes: new Uint8Array(await file.arrayBuffer()) }, { signal }),
    retry: false,
    gcTime: 0,
  });
  const upload = useWrite(uploadSkill);
  const failure = preview.error ?? upload.error;
  if (preview.error) return <Refused onClose={onClose}>{preview.error.message}</Refused>;
  if (preview.data === undefined) return <SkeletonRows rows={4} />;
  const { skill_id: replaces, name, description, added, changed, removed } = preview.data;
  const isSame = added.length + changed.length + removed.length === 0;
  const onUpload = async () => {
    const { skill } = await upload.mutateAsync({ params: { teamId }, bytes: new Uint8Array(await file.arrayBuffer()) });
    toast(replaces === null ? `${skill.name} added` : `${skill.name} replaced`);
    onClose();
    go(pathTo("/t/$teamId/skills/$skillId", { teamId, skillId: skill.id }));
  };
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-2">{description}</p>
      </div>
      {replaces === null ? null : (
        <p className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
          {isSame
            ? "The team already has this skill with the same files. Replacing it changes nothing."
            : "The team already has this skill. All of its files are replaced, and agents read the new files from their next step on."}
        </p>
      )}
      <Changes {...preview.data} />
      {failure ? (
        <p role="alert" className="text-sm text-failed">
          {failure.message}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button tone="primary" pending={upload.isPending} onClick={() => void onUpload().catch(() => undefined)}>
          {replaces === null ? "Add skill" : "Replace skill"}
        </Button>
      </div>
    </div>
  );
}

const kinds = [
  ["added", "+", "text-done"],
  ["changed", "±", "text-waiting"],
  ["removed", "−", "text-failed"],
  ["unchanged", "=", "text-ink-3"],
] as const;

function Changes(changes: Pick<Reply<typeof previewSkillUpload>, (typeof kinds)[number][0]>) {
  return (
    <ul aria-label="Files" tabIndex={0} className="max-h-64 overflow-y-auto rounded-md border border-line py-1 font-mono text-xs">
      {kinds.flatMap(([kind, sign, tone]) =>
        changes[kind].map((path) => (
          <li key={path} className="flex min-h-6 items-center gap-2 px-3">
            <span aria-hidden className={`w-3 shrink-0 text-center ${tone}`}>
              {sign}
            </span>
            <span className="min-w-0 flex-1 break-all">{path}</span>
            <span className={`shrink-0 font-sans ${tone}`}>{kind}</span>
          </li>
        )),
      )}
    </ul>
  );
}

function Refused({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <p role="alert" className="rounded-md bg-failed-soft px-3 py-2 text-sm text-failed">
        {children}
      </p>
      <div className="flex justify-end">
        <Button onClick={onClose}>Choose another</Button>
      </div>
    </div>
  );
}
