import { revisionStates } from "#api/states/revision-states.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { AccessEntry, AccessKind } from "#contract/agents/access.ts";
import type { ToolType } from "#contract/agents/config.ts";
import { accessRead, agentRead, revisionRead } from "#features/agents/queries.ts";
import { nameOf, revisionTitle } from "#features/agents/revision-names.ts";
import { toolLabel } from "#features/agents/tool-words.ts";
import { Button } from "#ui/button.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { FullTime } from "#ui/time.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/revisions/$buildId/access");

/** In the order in which somebody who has to approve asks for them. */
const parts: Record<AccessKind, { title: string; none: string }> = {
  tool: { title: "Tools", none: "No tools." },
  file: { title: "Team files", none: "No team files." },
  skill: { title: "Skills", none: "No skills." },
  secret: { title: "Secrets in the environment of programs", none: "No secrets." },
  login: { title: "Logins", none: "No logins." },
  connection: { title: "Connections", none: "No connections." },
  queue: { title: "Queues", none: "No queues." },
  agent: { title: "Other agents", none: "No other agents." },
};

/** Everything that runs of a revision can reach, on one page that can be printed and signed off. */
export function RevisionAccessPage() {
  const { teamId, agentId, buildId } = route.useParams();
  const agent = useQuery(agentRead(agentId)).data?.agent;
  const build = useQuery(revisionRead(agentId, buildId)).data?.build;
  const access = useQuery(accessRead({ agent_id: agentId, id: buildId }));
  const page = pathTo("/t/$teamId/agents/$agentId", { teamId, agentId });
  usePageActions([{ id: "print", label: "Print this page", icon: Printer, run: () => window.print() }]);
  return (
    <Page
      title="Permissions"
      width="reading"
      crumbs={[
        { label: "Agents", link: pathTo("/t/$teamId/agents", { teamId }) },
        { label: agent?.name ?? "Agent", link: page },
        {
          label: build ? revisionTitle(build) : "Revision",
          link: pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId, buildId }),
        },
      ]}
      actions={
        <Button icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <div className="mb-6">
        <h2 className="text-xl font-semibold">
          {agent?.name ?? "Agent"}
          {build ? `, ${revisionTitle(build).toLowerCase()}` : ""}
        </h2>
        {build ? (
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            <Status {...revisionStates[build.status]} />
            <span>{nameOf(build)}</span>
            <span>
              last changed <FullTime at={build.updated_at} />
            </span>
            <IdChip id={build.id} />
          </p>
        ) : null}
      </div>
      <Loaded query={access} what="the permissions of this revision">
        {({ entries }) =>
          (Object.keys(parts) as AccessKind[]).map((kind) => (
            <Part key={kind} kind={kind} entries={entries.filter((entry) => entry.kind === kind)} />
          ))
        }
      </Loaded>
    </Page>
  );
}

function Part({ kind, entries }: { kind: AccessKind; entries: readonly AccessEntry[] }) {
  const { title, none } = parts[kind];
  return (
    <section aria-label={title} className="mb-6 break-inside-avoid">
      <h3 className="mb-2 font-semibold">
        {title} {entries.length > 0 ? <span className="text-sm font-normal text-ink-3">{entries.length.toLocaleString("en")}</span> : null}
      </h3>
      {entries.length === 0 ? (
        <p className="text-sm text-ink-2">{none}</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line text-sm">
          {entries.map(({ id, name, detail }) => (
            <li key={`${id} ${name}`} className="flex flex-wrap items-baseline gap-x-4 px-3 py-1.5">
              <span className="min-w-0 font-medium break-words">{kind === "tool" ? toolLabel(name as ToolType | "browser") : name}</span>
              <span className="text-ink-2 max-sm:basis-full sm:ms-auto">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
