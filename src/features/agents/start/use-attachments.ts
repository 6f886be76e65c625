import { useRef, useState } from "react";
import { ApiError, call } from "#api/client.ts";
import { put, reasonOf } from "#api/signed-put.ts";
import { createSandbox, createSandboxUploadUrl, uploadSandboxFile, workspace } from "#contract/runs/sandboxes.ts";

export interface Attachment {
  readonly file: File;
  readonly state: "waiting" | "uploading" | "uploaded" | "failed";
}

/** Up to here a file goes with the request; a larger one goes to a signed address. */
const direct = 10_000_000;
export const largestAttachment = 100_000_000;

/** Files for a run that has not started. `send` puts them in a sandbox; after a failure it goes on where it stopped. */
export function useAttachments(teamId: string) {
  const [list, setList] = useState<readonly Attachment[]>([]);
  const sandbox = useRef<string | undefined>(undefined);
  const mark = (file: File, state: Attachment["state"]) =>
    setList((now) => now.map((each) => (each.file === file ? { file, state } : each)));
  return {
    list,
    add: (files: readonly File[]) =>
      setList((now) => [
        ...now.filter(({ file }) => !files.some((other) => other.name === file.name)),
        ...files.map((file) => ({ file, state: "waiting" as const })),
      ]),
    remove: (file: File) => {
      const sent = list.some((each) => each.file === file && each.state !== "waiting");
      // A sandbox gives no file back: what goes with the run needs another one.
      if (sent) sandbox.current = undefined;
      setList((now) => now.filter((each) => each.file !== file).map((each) => (sent ? { ...each, state: "waiting" } : each)));
    },
    /** Uploads what is not there yet. Returns the sandbox, or undefined where nothing is attached. */
    send: async (): Promise<string | undefined> => {
      if (list.length === 0) return undefined;
      sandbox.current ??= (await call(createSandbox, { body: { team_id: teamId } })).sandbox_id;
      for (const { file, state } of list) {
        if (state === "uploaded") continue;
        mark(file, "uploading");
        try {
          await upload(sandbox.current, file);
        } catch (error) {
          mark(file, "failed");
          throw error;
        }
        mark(file, "uploaded");
      }
      return sandbox.current;
    },
  };
}

async function upload(sandboxId: string, file: File): Promise<void> {
  const params = { sandbox_id: sandboxId };
  const path = `${workspace}/${file.name}`;
  if (file.size <= direct) {
    await call(uploadSandboxFile, { params, query: { path }, bytes: new Uint8Array(await file.arrayBuffer()) });
    return;
  }
  const { upload_url } = await call(createSandboxUploadUrl, { params, body: { path } });
  const answer = await put(upload_url, file, {}, new AbortController().signal, () => undefined);
  if (answer.status < 200 || answer.status >= 300) throw new ApiError(answer.status, "upload_failed", reasonOf(answer, upload_url));
}
