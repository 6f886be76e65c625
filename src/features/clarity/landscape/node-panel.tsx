import { X } from "lucide-react";
import type { Landscape, LandscapeNode } from "#contract/clarity/node.ts";
import { assignClarityProcessLabels } from "#contract/clarity/process-labels.ts";
import { managesPlace } from "#contract/clarity/rights.ts";
import { isEnough } from "#contract/rights.ts";
import { exceptionOf, stageWords } from "#features/clarity/process-words.ts";
import { ProcessLabels } from "#features/clarity/process-labels.tsx";
import { PromiseResult } from "#features/clarity/promise/promise-result.tsx";
import { StageMarks } from "#features/clarity/stage-marks.tsx";
import { useStanding } from "#features/clarity/use-standing.ts";
import { counted } from "#ui/counted.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Status } from "#ui/status.tsx";
import { processLink } from "./landscape-model.ts";
import { NodeActions } from "./node-actions.tsx";
import { NodeLinks } from "./node-links.tsx";
import { NodePeople } from "./node-people.tsx";
import { ProposalActions } from "./proposal-actions.tsx";

interface NodePanelProps {
  teamId: string;
  orgId: string;
  node: LandscapeNode;
  landscape: Landscape;
  onChoose: (id: string | undefined) => void;
}

/** What is known of a place: of a process also who is involved and what it is linked to. */
export function NodePanel({ teamId, orgId, node, landscape, onChoose }: NodePanelProps) {
  const standing = useStanding();
  const manages = managesPlace({ kind: node.kind, existence: node.existence, teamId: node.teamId ?? null }, standing);
  const { process, proposedSummary } = node;
  const around = landscape.nodes.find(({ id }) => id === node.parentId);
  const where = [around?.name, node.teamName, node.ownerLabel && `owner ${node.ownerLabel}`].filter(Boolean).join(" · ");
  const role = process && standing.roles.get(node.teamId ?? "");
  const link = processLink({ process, node }, teamId);
  const proposed = node.existence === "proposed";
  const summary = process?.summary ?? proposedSummary;
  return (
    <aside aria-label={node.name} className="flex w-full shrink-0 flex-col overflow-y-auto border-line bg-surface lg:w-80 lg:border-s">
      <header className="flex items-start gap-1 px-4 pt-3 pb-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold break-words">
            {link === undefined ? (
              node.name
            ) : (
              <AnyLink link={link} className="hover:underline">
                {node.name}
              </AnyLink>
            )}
          </h2>
          <p className="text-sm text-ink-2">{where || (node.kind === "area" ? "Area" : "In no team yet")}</p>
        </div>
        {manages ? <NodeActions {...{ teamId, orgId, node, landscape, onChoose }} /> : null}
        <IconButton size="sm" icon={X} label="Close" onClick={() => onChoose(undefined)} />
      </header>
      {process ? <ProcessStage process={process} /> : null}
      {link === undefined ? null : (
        <p className="px-4 pb-3">
          <LinkButton link={link} size="sm">
            Open process
          </LinkButton>
        </p>
      )}
      {proposed ? <ProposalActions {...{ orgId, node, manages, onChoose }} /> : null}
      {summary || process ? (
        <div className="border-t border-line px-4 py-3 text-sm">
          <p className={summary ? "" : "text-ink-3"}>{summary ?? "No summary yet: no version is live."}</p>
          {process ? <p className="mt-1 text-xs text-ink-3">{counted(process.captureCount, "capture", "captures")}</p> : null}
        </div>
      ) : null}
      {process && (process.stage === "measured" || process.stage === "handed_over") ? (
        <PromiseResult teamId={node.teamId ?? teamId} processId={process.id} />
      ) : null}
      {process ? <NodePeople orgId={orgId} nodeId={node.id} teamId={node.teamId ?? teamId} mayChange={manages} /> : null}
      {node.kind === "process" ? (
        <NodeLinks orgId={orgId} node={node} nodes={landscape.nodes} links={landscape.links} mayChange={manages} onChoose={onChoose} />
      ) : null}
      {process ? (
        <ProcessLabels
          orgId={orgId}
          processId={process.id}
          labels={node.labels}
          mayChange={role !== null && role !== undefined && isEnough(assignClarityProcessLabels, role)}
        />
      ) : null}
    </aside>
  );
}

function ProcessStage({ process }: { process: NonNullable<LandscapeNode["process"]> }) {
  const exception = exceptionOf({ ...process, failures: process.failuresSinceEvidence });
  const { stage } = process;
  return (
    <div className="flex items-center gap-2 px-4 pb-3 text-sm">
      {exception ? (
        <Status {...exception} />
      ) : (
        <>
          <StageMarks stage={stage} />
          <span aria-hidden className="text-ink-2">
            {stageWords[stage]}
          </span>
        </>
      )}
    </div>
  );
}
