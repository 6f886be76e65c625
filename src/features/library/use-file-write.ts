import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { contentOf } from "./queries.ts";
import type { TextWrite } from "./text-editor.tsx";

/** Saves a team file over the version that the edits began with; a newer one is read, so that both can be compared. */
export function useFileWrite(teamId: string, path: string): TextWrite {
  const client = useQueryClient();
  const write = useWrite(updateFileContent);
  const read = contentOf(teamId, path);
  return {
    pending: write.isPending,
    error: write.error,
    reset: write.reset,
    async send(content, version) {
      try {
        await write.mutateAsync({
          params: { teamId, path },
          body: { content, ...(version === undefined ? {} : { expected_version: version }) },
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === "version_conflict") await client.invalidateQueries({ queryKey: read.queryKey });
        throw error;
      }
      if (version === undefined) return undefined;
      client.setQueryData(read.queryKey, (now) => now && { ...now, content, version: version + 1 });
      return version + 1;
    },
  };
}
