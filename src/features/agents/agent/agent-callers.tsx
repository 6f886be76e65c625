import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { AgentCaller } from "#contract/agents/agent-ties.ts";
import { callersRead } from "#features/agents/queries.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const named = 2;

/** The first agents that pass work to this one, in a line; nothing where there are none. */
export function CallersLine({ teamId, agentId }: { teamId: string; agentId: string }) {
  const { data } = useQuery(callersRead(agentId));
  if (!data || data.total === 0) return null;
  const rest = data.total - Math.min(named, data.callers.length);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="text-ink-3">Gets work from</span>
      {data.callers.slice(0, named).map(({ agent_id, agent_name }) => (
        <AnyLink
          key={agent_id}
          link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent_id })}
          className="max-w-48 truncate font-medium hover:underline"
        >
          {agent_name}
        </AnyLink>
      ))}
      {rest > 0 ? (
        <AnyLink
          link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId }, { tab: "settings" })}
          className="font-medium hover:underline"
        >
          {rest.toLocaleString("en")} more
        </AnyLink>
      ) : null}
    </span>
  );
}

/** Every agent that passes work to this one, and how. */
export function CallersSection({ teamId, agentId }: { teamId: string; agentId: string }) {
  const callers = useQuery(callersRead(agentId));
  return (
    <Section title="Gets work from" description="Agents that can call this one or hand work over to it.">
      <Loaded query={callers} what="the agents that pass work to this one" inline skeleton={<Skeleton className="h-5 w-80 max-w-full" />}>
        {({ callers: list, total }) =>
          list.length === 0 ? (
            <p className="text-ink-2">No agents. Other agents can name this one in their revision settings.</p>
          ) : (
            <>
              <ul aria-label="Gets work from" className="divide-y divide-line rounded-md border border-line text-sm">
                {list.map(({ agent_id, agent_name, ways }) => (
                  <li key={agent_id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
                    <AnyLink
                      link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent_id })}
                      className="min-w-0 flex-1 basis-40 truncate font-medium hover:underline"
                    >
                      {agent_name}
                    </AnyLink>
                    <span className="text-ink-2">{ways.map((way) => wayWords[way]).join(", ")}</span>
                  </li>
                ))}
              </ul>
              {total > list.length ? (
                <p className="mt-2 text-sm text-ink-3">
                  The first {list.length} of {total.toLocaleString("en")}
                </p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

const wayWords: Record<AgentCaller["ways"][number], string> = {
  handover_target: "can hand off",
  handover_to: "always hands off",
  sub_agent: "can call",
};
