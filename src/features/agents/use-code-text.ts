import { useQuery } from "@tanstack/react-query";
import type { ApiError } from "#api/client.ts";
import type { BundleFile } from "#contract/agents/config.ts";
import { heldBytes, textOf } from "./code-contents.ts";
import { codeBlobRead } from "./queries.ts";

interface CodeText {
  readonly text: string | undefined;
  readonly notText: boolean;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

/** The text of a file of a bundle: from this browser while it was not saved, else from the service. */
export function useCodeText(teamId: string, file: BundleFile | undefined): CodeText {
  const local = file && heldBytes(file.sha256);
  const empty = file?.sizeBytes === 0;
  const remote = useQuery({ ...codeBlobRead(teamId, file?.sha256 ?? ""), enabled: file !== undefined && !local && !empty });
  const text = empty ? "" : local ? textOf(local) : remote.data?.content;
  const notText = (local !== undefined && text === undefined) || remote.error?.code === "not_text";
  return { text, notText, error: notText ? null : remote.error, retry: () => void remote.refetch() };
}
