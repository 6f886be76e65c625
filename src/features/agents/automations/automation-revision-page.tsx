import { automationRevisionStates } from "./automation-revision-states.ts";
import { useMay } from "#api/roles.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import { type Automation, updateAutomation } from "#contract/agents/automations.ts";
import { FlowView } from "#features/agents/flow/flow-view.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { Time } from "#ui/time.tsx";
import { AutomationBindings } from "./automation-bindings.tsx";
import { AutomationRevisionActions } from "./automation-revision-actions.tsx";
import { automationRevisionTitle } from "./automation-revision-names.ts";
import { automationRead, automationRevisionRead, revisionFlowRead } from "./automation-queries.ts";
import { whoMayChange } from "./automation-rights.ts";

const route = getRouteApi("/_app/t/$teamId/automations/$automationId/revisions/$revisionId");

export function AutomationRevisionPage() {
  const { teamId, automationId, revisionId } = route.useParams();
  const automation = useQuery(automationRead(automationId));
  const revision = useQuery(automationRevisionRead(automationId, revisionId));
  if (automation.data && revision.data)
    return <LoadedRevision key={revisionId} teamId={teamId} automation={automation.data.automation} revision={revision.data.revision} />;
  return (
    <Page
      title="Revision"
      crumbs={[
        { label: "Automations", link: pathTo("/t/$teamId/automations", { teamId }) },
        {
          label: automation.data?.automation.name ?? "Automation",
          link: pathTo("/t/$teamId/automations/$automationId", { teamId, automationId }),
        },
      ]}
    >
      <Loaded<unknown> query={automation.error ? automation : revision} what="this revision">
        {() => null}
      </Loaded>
    </Page>
  );
}

export interface AutomationRevisionProps {
  teamId: string;
  automation: Automation;
  revision: BoundRevision;
}

function LoadedRevision({ teamId, automation, revision }: AutomationRevisionProps) {
  const { tab = "members" } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay(updateAutomation, automation);
  const { status, name, description, created_by_name: author, created_at, activated_at } = revision;
  return (
    <Page
      title={status === "draft" && name ? name : automationRevisionTitle(revision)}
      crumbs={[
        { label: "Automations", link: pathTo("/t/$teamId/automations", { teamId }) },
        { label: automation.name, link: pathTo("/t/$teamId/automations/$automationId", { teamId, automationId: automation.id }) },
      ]}
      meta={
        <>
          <Status {...automationRevisionStates[status]} />
          <span className="max-sm:hidden">
            <IdChip id={revision.id} />
          </span>
        </>
      }
      actions={mayChange ? <AutomationRevisionActions {...{ teamId, automation, revision }} /> : null}
    >
      <div className="flex shrink-0 flex-col gap-1 px-3 pt-3 pb-1 md:px-5">
        {name && status !== "draft" ? <p className="font-medium">{name}</p> : null}
        {description ? <p className="text-ink-2">{description}</p> : null}
        <p className="flex flex-wrap gap-x-5 text-sm text-ink-3">
          <span>
            {author ? `Created by ${author}, ` : "Created "}
            <Time at={created_at} />
          </span>
          {activated_at ? (
            <span>
              Last activated <Time at={activated_at} />
            </span>
          ) : null}
        </p>
        {mayChange ? null : <p className="text-sm text-ink-2">{whoMayChange}</p>}
      </div>
      <Tabs
        label="Views of the revision"
        tabs={[
          { value: "members", label: "Members" },
          { value: "flow", label: "Flow" },
        ]}
        value={tab}
        onChange={(next) => void navigate({ search: next === "flow" ? { tab: next } : {} })}
      >
        {tab === "flow" ? (
          <RevisionFlow teamId={teamId} revision={revision} />
        ) : (
          <AutomationBindings {...{ teamId, automation, revision }} mayEdit={mayChange && status === "draft"} />
        )}
      </Tabs>
    </Page>
  );
}

function RevisionFlow({ teamId, revision }: { teamId: string; revision: BoundRevision }) {
  return <FlowView teamId={teamId} query={useQuery(revisionFlowRead(revision.automation_id, revision.id))} />;
}
