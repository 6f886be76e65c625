import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { pathTo } from "#api/path-to.ts";
import { buildClarityAutomation } from "#contract/clarity/automation.ts";
import { automationRead } from "#features/clarity/queries.ts";
import type { Version } from "#features/clarity/version-words.ts";
import { Button } from "#ui/button.tsx";
import { Keys } from "#ui/kbd.tsx";
import { useGo } from "#ui/link.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { toastFailed } from "#ui/toast.ts";
import { reviewPath, revisionPath } from "./built-draft.tsx";

interface HandoverActionsProps {
  teamId: string;
  processId: string;
  proposals: readonly Version[];
}

/** Builds a draft from the live proposal, or leads to the one that was built from it. */
export function HandoverActions({ teamId, processId, proposals }: HandoverActionsProps) {
  const client = useQueryClient();
  const go = useGo();
  const mayBuild = useMay(buildClarityAutomation);
  const build = useWrite(buildClarityAutomation);
  const { automation } = useQuery(automationRead(processId)).data ?? {};
  const live = proposals.find(({ status }) => status === "live")?.id;
  const built = automation && automation.proposal_id === live ? automation : undefined;
  const run = () => {
    if (live === undefined || build.isPending) return;
    build.mutate(
      { params: { process_id: processId }, body: { transformation_proposal_id: live } },
      {
        onSuccess: () =>
          void client
            .fetchQuery({ ...automationRead(processId), staleTime: 0 })
            .then(({ automation: made }) => (made ? go(reviewPath(teamId, made)) : undefined))
            // The draft is there: the page shows it by itself.
            .catch(() => undefined),
        onError: toastFailed,
      },
    );
  };
  const act = !built
    ? { label: "Build the draft", run }
    : built.decision === null
      ? { label: "Review the draft", run: () => go(reviewPath(teamId, built)) }
      : built.revision_status === "draft"
        ? { label: "Open the draft", run: () => go(revisionPath(teamId, built)) }
        : { label: "Open the agent", run: () => go(pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: built.agent_id })) };
  const on = live !== undefined && automation !== undefined && (mayBuild || built !== undefined);
  useShortcuts("Handover", on ? [{ keys: "mod+enter", label: act.label, whileTyping: true, run: () => act.run() }] : []);
  if (!on) return null;
  return (
    <Button tone="primary" pending={build.isPending} onClick={act.run}>
      {act.label}
      <span aria-hidden className="hidden ps-1 md:inline">
        <Keys keys="mod+enter" inverse />
      </span>
    </Button>
  );
}
