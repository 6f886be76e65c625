import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, Workflow } from "lucide-react";
import { useMay } from "#api/roles.ts";
import { pathTo } from "#api/path-to.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { ClarityTabs } from "#features/clarity/clarity-tabs.tsx";
import type { ProcessesSearch } from "#features/clarity/clarity-search.ts";
import { NewProcess } from "#features/clarity/new-process.tsx";
import { labelsRead, landscapeRead, processesRead } from "#features/clarity/queries.ts";
import { SampleOffer, sampleWords } from "#features/clarity/sample/sample-offer.tsx";
import { useSample } from "#features/clarity/sample/use-sample.ts";
import { useStanding } from "#features/clarity/use-standing.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { Select } from "#ui/select.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Table } from "#ui/table.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { knownOf, type ListedProcess, listed, shows } from "./listed.ts";
import { processColumns } from "./process-columns.tsx";

const route = getRouteApi("/_app/t/$teamId/clarity/processes/");

/** The processes of a team, by how far each of them is. */
export function ProcessesPage() {
  const { teamId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { orgId = "" } = useStanding();
  const mayCreate = useMay(createClarityProcess);
  const sample = useSample(teamId);
  const processes = useQuery(processesRead(teamId));
  // The list has no summaries and labels: the landscape does.
  const landscape = useQuery({ ...landscapeRead(orgId), enabled: orgId !== "" });
  const labels = useQuery({ ...labelsRead(orgId), enabled: orgId !== "" });
  const change = (next: { [K in keyof ProcessesSearch]?: ProcessesSearch[K] | undefined }, step?: { replace: boolean }) =>
    void navigate({
      search: (now) => Object.fromEntries(Object.entries({ ...now, ...next }).filter(([, value]) => value !== undefined)),
      ...step,
    });
  const add = () => change({ add: true });
  usePageActions(mayCreate ? [{ id: "new-process", label: "New process", icon: Plus, run: add }] : []);
  useShortcuts("Clarity", mayCreate ? [{ keys: "n", label: "New process", run: add }] : []);
  const button = mayCreate ? (
    <Button tone="primary" icon={Plus} onClick={add}>
      New process
    </Button>
  ) : null;
  const all = processes.data && listed(processes.data, knownOf(landscape.data));
  const { show = "all" } = search;
  const found = all?.filter((one) => shows[show](one) && isSought(one, search));
  const count = (which: keyof typeof shows) => all?.filter(shows[which]).length;
  const query = { ...processes, data: found };
  // While the sample comes, its process is there without captures.
  const none = sample.adding || all?.length === 0;
  return (
    <Page title="Clarity" actions={none ? null : button}>
      <ClarityTabs teamId={teamId} value="processes" processes={all?.length} />
      <Tabs
        label="Stage"
        tabs={[
          { value: "all", label: "All", count: all?.length },
          { value: "none", label: "Not captured", count: count("none") },
          { value: "captured", label: "Captured", count: count("captured") },
          { value: "described", label: "Described", count: count("described") },
          { value: "proposed", label: "Proposed", count: count("proposed") },
          { value: "handed_over", label: "Handed over", count: count("handed_over") },
          { value: "measured", label: "Measured", count: count("measured") },
          { value: "outdated", label: "Outdated", count: count("outdated"), parted: true },
          { value: "failed", label: "Failed", count: count("failed") },
        ]}
        value={show}
        onChange={(next) => change({ show: next === "all" ? undefined : next })}
      />
      <Toolbar
        label="Filters"
        unseen={none}
        end={found ? <span className="text-sm text-ink-3">{counted(found.length, "process", "processes")}</span> : null}
      >
        <SearchBox
          label="Search processes"
          value={search.search ?? ""}
          onSearch={(text, step) => change({ search: text || undefined }, step)}
        />
        <div className="w-40">
          <Select
            aria-label="Label"
            empty="Any label"
            options={(labels.data ?? []).map(({ id, value }) => ({ value: id, label: value }))}
            value={search.label ?? ""}
            onChange={({ target: { value } }) => change({ label: value || undefined })}
          />
        </div>
      </Toolbar>
      <Loaded query={query} what="the processes of this team" needs="Member">
        {(rows) =>
          rows.length > 0 && !none ? (
            <Table
              label="Processes"
              rows={rows}
              columns={processColumns}
              rowId={({ id }) => id}
              rowLink={({ id, version }) =>
                pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: id }, version === 1 ? { version } : {})
              }
              comfortable
            />
          ) : none ? (
            <EmptyState
              icon={Workflow}
              title="No processes yet"
              action={
                <>
                  {button}
                  <SampleOffer sample={sample} />
                </>
              }
            >
              A process is how a piece of work is done today: what people tell, what is written down and what a screen shows, in one place.
              {sample.may ? sampleWords : null}
            </EmptyState>
          ) : (
            <NoMatch what="processes" onClear={() => void navigate({ search: {} })} />
          )
        }
      </Loaded>
      <NewProcess
        teamId={teamId}
        orgId={orgId}
        nodes={landscape.data?.nodes ?? []}
        open={search.add === true}
        onClose={() => change({ add: undefined }, { replace: true })}
      />
    </Page>
  );
}

function isSought({ name, summary, labels }: ListedProcess, { search = "", label }: ProcessesSearch): boolean {
  const said = `${name} ${summary ?? ""}`.toLocaleLowerCase("en");
  const words = search.toLocaleLowerCase("en").split(/\s+/).filter(Boolean);
  return words.every((word) => said.includes(word)) && (label === undefined || labels.some(({ id }) => id === label));
}
