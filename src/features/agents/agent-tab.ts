import type { ComponentType } from "react";
import type { Agent } from "#contract/agents/agents.ts";

export interface AgentTabProps {
  readonly teamId: string;
  readonly agent: Agent;
}

/** A part of an agent's page. The route lists them, so that another area can bring one. */
export interface AgentTab {
  /** In the address, as `?tab=`; the first tab needs none. */
  readonly value: string;
  readonly label: string;
  /** Further values of `?tab=` that open it: its parts have addresses of their own. */
  readonly also?: readonly string[];
  readonly Panel: ComponentType<AgentTabProps>;
  /** Drawn beside the label: a `TabCount`, or nothing where there is none to show. */
  readonly Count?: ComponentType<AgentTabProps>;
  /** At the end of the row of tabs while this one is open. */
  readonly End?: ComponentType;
}
