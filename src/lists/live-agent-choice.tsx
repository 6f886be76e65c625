import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { type AgentRow, listAgents } from "#contract/agents/agents.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useOptionSearch } from "#ui/use-option-search.ts";

interface LiveAgentChoiceProps {
  teamId: string;
  /** Why an agent is needed, as in "A schedule needs an agent with a live revision, and this team has none yet." */
  none: string;
  /** What follows once an agent is chosen. */
  children: (agent: AgentRow) => ReactNode;
}

/** Where no agent is at hand: one that can work is chosen first. */
export function LiveAgentChoice({ teamId, none, children }: LiveAgentChoiceProps) {
  const [agent, setAgent] = useState<AgentRow | null>(null);
  const { setTyped, search, settling } = useOptionSearch();
  const whole = useQuery(agentsRead(teamId, ""));
  const found = useQuery(agentsRead(teamId, search));
  const able = (found.data?.agents ?? []).filter(isLive);
  const offered = agent && !able.some(({ id }) => id === agent.id) ? [agent, ...able] : able;
  return (
    <Loaded inline query={whole} what="the agents of this team">
      {({ agents, total }) =>
        total <= agents.length && !agents.some(isLive) ? (
          <p className="text-ink-2">
            {none}{" "}
            <AnyLink link={pathTo("/t/$teamId/agents", { teamId })} className="text-accent-ink underline underline-offset-2">
              Open the agents
            </AnyLink>
          </p>
        ) : (
          <div className="flex flex-col gap-4">
            <Field label="Agent" hint={agent ? undefined : hintFor(total > agents.length)}>
              <Combobox
                autoFocus
                options={offered.map(({ id, name }) => ({ value: id, label: name }))}
                value={agent?.id ?? null}
                onChange={(id) => {
                  setTyped("");
                  setAgent(offered.find((each) => each.id === id) ?? null);
                }}
                onSearch={(text) => {
                  setTyped(text);
                  // Another one is meant: the form below must not go on with the one before.
                  if (text !== "") setAgent(null);
                }}
                loading={settling || found.isFetching}
                from={found}
              />
            </Field>
            {agent ? children(agent) : null}
          </div>
        )
      }
    </Loaded>
  );
}

/** One answer has no room for more: which of the others are live is not known before they are looked for. */
function hintFor(more: boolean): string {
  return `Only agents with a live revision.${more ? " Type part of a name to find one." : ""}`;
}

function agentsRead(teamId: string, search: string) {
  return read(listAgents, { params: { teamId }, query: { limit: 100, ...(search && { search }) } }, { keepPrevious: true });
}

function isLive({ live_build_id }: AgentRow): boolean {
  return live_build_id !== null;
}
