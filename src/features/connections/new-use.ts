import type { Slot } from "#contract/agents/slots.ts";
import { thisPlace } from "./leave-for.ts";

/** The slot that a new connection is made for. */
export interface NewUse {
  readonly agentId: string;
  readonly buildId: string;
  readonly slot: Pick<Slot, "id" | "integration_id" | "custom_integration_id">;
  readonly onMade: (connectionId: string) => void;
}

const word = "pin";

/** This place, with the slot that whoever comes back from a sign-in pins what came of it to. */
export function placeToPin({ agentId, buildId, slot }: NewUse): string {
  const place = new URL(thisPlace(), location.origin);
  place.searchParams.set(word, [agentId, buildId, slot.id].join(" "));
  return place.pathname + place.search;
}

/** Takes the slot from an address that {@link placeToPin} made; the address is where to go then. */
export function slotToPin(back: URL): { agent_id: string; build_id: string; integration_id: string } | undefined {
  const [agent_id, build_id, integration_id] = back.searchParams.get(word)?.split(" ") ?? [];
  back.searchParams.delete(word);
  return agent_id && build_id && integration_id ? { agent_id, build_id, integration_id } : undefined;
}
