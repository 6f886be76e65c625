import { useQuery } from "@tanstack/react-query";
import type { ApiError } from "#api/client.ts";
import { heldBytes, textOf } from "./code-contents.ts";
import { codeBlobRead } from "./queries.ts";

interface CodeText {
  readonly text: string | undefined;
  readonly notText: boolean;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

/** A file by its digest, or by its text where that is known. */
interface CodeFile {
  readonly sizeBytes: number;
  readonly sha256?: string;
  readonly text?: string;
}

/** The text of a file of a bundle: from this browser while it was not saved, else from the service. */
export function useCodeText(teamId: string, file: CodeFile | undefined): CodeText {
  const known = file?.sizeBytes === 0 ? "" : file?.text;
  const digest = known === undefined ? file?.sha256 : undefined;
  const local = digest === undefined ? undefined : heldBytes(digest);
  const remote = useQuery({ ...codeBlobRead(teamId, digest ?? ""), enabled: digest !== undefined && !local });
  const text = known ?? (local ? textOf(local) : remote.data?.content);
  const notText = (local !== undefined && text === undefined) || remote.error?.code === "not_text";
  return { text, notText, error: notText ? null : remote.error, retry: () => void remote.refetch() };
}
