import { useMay } from "#api/roles.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useFigures } from "#api/use-figures.ts";
import type { Flow } from "#contract/agents/automation-flow.ts";
import { type Automation, updateAutomation } from "#contract/agents/automations.ts";
import { FlowView } from "#features/agents/flow/flow-view.tsx";
import { Button } from "#ui/button.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { AutomationMembers } from "./automation-members.tsx";
import { automationRead, automationRevisionsRead, currentFlowRead } from "./automation-queries.ts";
import { AutomationRevisions } from "./automation-revisions.tsx";
import { AutomationSettings } from "./automation-settings.tsx";
import { figuresByNode, flowFiguresRead, uncountedIn } from "./flow-figures.ts";
import { useNewDraft } from "./use-new-draft.ts";

const route = getRouteApi("/_app/t/$teamId/automations/$automationId/");

export function AutomationPage() {
  const { teamId, automationId } = route.useParams();
  const automation = useQuery(automationRead(automationId));
  if (automation.data) return <LoadedAutomation key={automationId} teamId={teamId} automation={automation.data.automation} />;
  return (
    <Page title="Automation" crumbs={[{ label: "Automations", link: pathTo("/t/$teamId/automations", { teamId }) }]}>
      <Loaded query={automation} what="this automation">
        {() => null}
      </Loaded>
    </Page>
  );
}

function LoadedAutomation({ teamId, automation }: { teamId: string; automation: Automation }) {
  const { tab = "members" } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay(updateAutomation, automation);
  const draft = useNewDraft(teamId, automation.id);
  const revisions = useQuery(automationRevisionsRead(automation.id)).data?.total;
  usePageActions(mayChange ? [{ id: "new-draft", label: "New draft", icon: Plus, decides: true, run: () => void draft.begin() }] : []);
  return (
    <Page
      title={automation.name}
      crumbs={[{ label: "Automations", link: pathTo("/t/$teamId/automations", { teamId }) }]}
      meta={
        <span className="max-sm:hidden">
          <IdChip id={automation.id} />
        </span>
      }
      actions={
        mayChange ? (
          <Button tone="primary" icon={Plus} pending={draft.busy} onClick={() => void draft.begin()}>
            New draft
          </Button>
        ) : null
      }
    >
      <p className="shrink-0 px-3 pt-3 pb-1 text-sm md:px-5">
        <ActiveLine teamId={teamId} automation={automation} />
      </p>
      <Tabs
        label="About this automation"
        tabs={[
          { value: "members", label: "Members", count: automation.agent_count + automation.queue_count },
          { value: "flow", label: "Flow" },
          { value: "revisions", label: "Revisions", count: revisions },
          { value: "settings", label: "Settings" },
        ]}
        value={tab}
        onChange={(next) => void navigate({ search: next === "members" ? {} : { tab: next } })}
      >
        {tab === "members" ? (
          <AutomationMembers teamId={teamId} automation={automation} mayChange={mayChange} />
        ) : tab === "flow" ? (
          <CurrentFlow teamId={teamId} automationId={automation.id} />
        ) : tab === "revisions" ? (
          <AutomationRevisions teamId={teamId} automation={automation} mayChange={mayChange} />
        ) : (
          <AutomationSettings teamId={teamId} automation={automation} mayChange={mayChange} />
        )}
      </Tabs>
    </Page>
  );
}

const nothing: Flow = { agents: [], queues: [], edges: [] };

function CurrentFlow({ teamId, automationId }: { teamId: string; automationId: string }) {
  const query = useQuery(currentFlowRead(automationId));
  const { agents, queues, edges } = query.data ?? nothing;
  const counted = useFigures(flowFiguresRead(teamId, { agents, queues }), ["run", "case"], edges.length > 0);
  const work = counted.data && {
    figures: figuresByNode(teamId, counted.data),
    own: counted.data.scope === "own",
    uncounted: uncountedIn({ agents, queues }),
  };
  return <FlowView teamId={teamId} query={query} work={work ?? (counted.error ? "fails" : undefined)} />;
}

function ActiveLine({ teamId, automation }: { teamId: string; automation: Automation }) {
  const { active_revision_id: id, active_revision_number: number } = automation;
  if (id === null) return <Status look="idle" word="Not active yet; its agents keep running as before" />;
  return (
    <AnyLink
      link={pathTo("/t/$teamId/automations/$automationId/revisions/$revisionId", { teamId, automationId: automation.id, revisionId: id })}
      className="rounded-sm font-medium hover:underline"
    >
      <Status look="live" word={`Revision ${number} is active`} />
    </AnyLink>
  );
}
