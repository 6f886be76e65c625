import { useQuery } from "@tanstack/react-query";
import { changesBetween } from "#contract/clarity/flow/step-changes.ts";
import { snapshotRead } from "#features/clarity/queries.ts";
import { numberOf, versionNouns } from "#features/clarity/version-words.ts";
import { counted } from "#ui/counted.ts";
import type { ChatPanelProps } from "./chat-panel.tsx";

interface BecomesLiveProps extends Pick<ChatPanelProps, "processId" | "kind" | "versions" | "captures"> {
  /** The version that the edit was made in. */
  baselineId: string;
}

/** What becomes live with an edit that is accepted: one of a draft takes the other changes of the draft along. */
export function BecomesLive({ processId, kind, versions, captures, baselineId }: BecomesLiveProps) {
  const isDraft = versions.some(({ id, status }) => id === baselineId && status === "draft");
  const liveId = versions.find(({ status }) => status === "live")?.id;
  const draft = useQuery({ ...snapshotRead(processId, kind, baselineId, captures), enabled: isDraft }).data?.snapshot;
  const live = useQuery({ ...snapshotRead(processId, kind, liveId ?? "", captures), enabled: isDraft && liveId !== undefined }).data
    ?.snapshot;
  const wait = isDraft && (!draft || (liveId !== undefined && !live));
  if (wait) return null;
  // Where another version became live since the draft was made, the edit is made there.
  const other = draft && draft.parent_id === (liveId ?? null) ? changesBetween(live?.data.steps ?? [], draft.data.steps).length : 0;
  if (other === 0) return <>Only this edit becomes live.</>;
  const name = `${versionNouns[kind]} ${numberOf(versions, baselineId)}`;
  return live ? (
    <>
      {name} is a draft: {counted(other, "other changed step", "other changed steps")} of it {other === 1 ? "becomes" : "become"} live too.
    </>
  ) : (
    <>
      {name} is a draft: all its {counted(other, "step", "steps")} become live with this edit.
    </>
  );
}
