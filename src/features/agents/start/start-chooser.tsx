import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { AgentRow } from "#contract/agents/agents.ts";
import { agentsRead } from "#features/agents/queries.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { StartForm } from "./start-work.tsx";

/** The agent first, then what its run begins with. */
export function StartChooser({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [agent, setAgent] = useState<AgentRow | null>(null);
  const search = typed.trim().slice(0, 200);
  const whole = useQuery(agentsRead(teamId, {}));
  const found = useQuery(agentsRead(teamId, search === "" ? {} : { search }));
  const able = (found.data?.agents ?? []).filter(isLive);
  const offered = agent && !able.some(({ id }) => id === agent.id) ? [agent, ...able] : able;
  return (
    <Loaded inline query={whole} what="the agents of this team">
      {({ agents, total }) =>
        total <= agents.length && !agents.some(isLive) ? (
          <p className="text-ink-2">
            This team has no live agents yet.{" "}
            <AnyLink link={pathTo("/t/$teamId/agents", { teamId })} className="text-accent-ink underline underline-offset-2">
              Open the agents
            </AnyLink>
          </p>
        ) : (
          <div className="flex flex-col gap-4">
            <Field label="Agent" hint={agent ? undefined : "Only agents with a live revision."}>
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
                  // Another one is meant: the form below must not start the one before.
                  if (text !== "") setAgent(null);
                }}
                loading={found.isFetching}
              />
            </Field>
            {agent ? <StartForm key={agent.id} teamId={teamId} agent={agent} onClose={onClose} /> : null}
          </div>
        )
      }
    </Loaded>
  );
}

function isLive({ live_build_id }: AgentRow): boolean {
  return live_build_id !== null;
}
