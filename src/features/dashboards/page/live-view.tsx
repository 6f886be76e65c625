import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import { useState } from "react";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import type { Block } from "#contract/dashboards/page.ts";
import { isGenerating, titleOf } from "#features/dashboards/dashboard-words.ts";
import { chosenIn, type ViewSearch } from "#features/dashboards/dashboards-search.ts";
import { versionsRead, viewRead } from "#features/dashboards/queries.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { saveFile } from "#ui/save-file.ts";
import { toast } from "#ui/toast.ts";
import { BlockDialog } from "./block-dialog.tsx";
import { csvOf, queriesOf, tableOf } from "./block-rows.ts";
import { DrawnFrame } from "./drawn-frame.tsx";
import { EarlierVersion } from "./earlier-version.tsx";
import { PageNotice } from "./page-notice.tsx";
import type { Blocks } from "./use-blocks.ts";
import { ViewBar } from "./view-bar.tsx";

interface LiveViewProps {
  teamId: string;
  artifact: Artifact;
  canEdit: boolean;
  search: ViewSearch;
  blocks: Blocks;
  onChange: (next: ViewSearch) => void;
}

/** How often figures that are looked at are counted again. */
const everyMs = 60_000;
/** While blocks arrive; each is also told at once where the line to the service holds. */
const everyMsInWork = 3_000;

/** The page with its live figures, and outside of it what holds for all of them. */
export function LiveView({ teamId, artifact, canEdit, search, blocks, onChange }: LiveViewProps) {
  const [asked, setAsked] = useState<Block>();
  const [broken, setBroken] = useState<string>();
  const inWork = canEdit && search.version === undefined && isGenerating(artifact);
  const hasPage = artifact.html_code_present || inWork;
  const view = useQuery({
    ...viewRead(artifact.id, chosenIn(search), search.version, inWork),
    enabled: hasPage,
    refetchInterval: inWork ? everyMsInWork : everyMs,
  });
  const versions = useQuery({ ...versionsRead(artifact.id), enabled: canEdit && search.version !== undefined });
  if (!hasPage) return <NoPage artifact={artifact} />;
  return (
    <Loaded query={view} what="the figures of this dashboard">
      {({ page, answers, reads, html, version }) => {
        const blockOf = (id: string) => page.blocks.find((block) => block.id === id);
        const download = (block: Block) => {
          for (const query of queriesOf(page, block)) {
            const answer = answers.answers.find(({ name }) => name === query.name);
            if (answer) saveFile({ name: `${fileName(block.title)}.csv`, type: "text/csv", parts: [csvOf(tableOf(query, answer))] });
          }
          toast("Downloaded");
        };
        return (
          <>
            <ViewBar {...{ teamId, page, answers, reads, search, onChange }} pending={view.isPlaceholderData} />
            {search.version !== undefined && version !== null ? (
              <EarlierVersion
                artifact={artifact}
                version={version}
                revision={search.version}
                current={versions.data?.current_version ?? null}
                onLeave={() => onChange(withoutVersion(search))}
              />
            ) : null}
            <PageNotice artifact={artifact} page={page} answers={answers} broken={broken} />
            <DrawnFrame
              title={titleOf(artifact)}
              html={html}
              writing={isGenerating(artifact) ? "The next block is being written" : undefined}
              picking={blocks.picking}
              prints={blocks.prints}
              onAct={(act, id) => {
                const block = blockOf(id);
                if (!block) return;
                if (act === "definition") setAsked(block);
                else download(block);
              }}
              onPicked={blocks.take}
              onUnpick={() => blocks.pick(false)}
              onBroken={setBroken}
            />
            <BlockDialog {...{ teamId, page, answers, reads }} block={asked} onFile={download} onClose={() => setAsked(undefined)} />
          </>
        );
      }}
    </Loaded>
  );
}

function NoPage({ artifact }: { artifact: Artifact }) {
  if (isGenerating(artifact)) {
    return (
      <div role="status" className="m-3 flex min-h-40 flex-col gap-1 rounded-md border border-dashed border-line-strong p-4 md:m-5">
        <p className="font-medium">The first version is being written</p>
        <p className="text-ink-2">It appears here once its blocks are checked. You can leave this page.</p>
      </div>
    );
  }
  return (
    <EmptyState icon={LayoutDashboard} title="No page yet">
      {artifact.status === "failed"
        ? "The page could not be written. The conversation says why: ask again, or ask for something simpler."
        : "Writing stopped before there was a page. Send a message to continue."}
    </EmptyState>
  );
}

const withoutVersion = ({ version: _, ...rest }: ViewSearch): ViewSearch => rest;
const fileName = (title: string) =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80) || "rows";
