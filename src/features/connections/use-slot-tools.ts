import { useQuery } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { refreshSlotTools, setSlotTools, type SlotTool, type ToolPolicy } from "#contract/connections/slot-tools.ts";
import { counted } from "#ui/counted.ts";
import { toast, toastFailed } from "#ui/toast.ts";
import { slotToolsRead } from "./queries.ts";
import { policyWords } from "./slot-tool-words.ts";

export interface SlotAddress {
  readonly agent_id: string;
  readonly build_id: string;
  readonly integration_id: string;
}

/** The tools of a slot: what is known of them, what runs may do with them, and how to ask the servers again. */
export function useSlotTools(params: SlotAddress) {
  const query = useQuery(slotToolsRead(params));
  const refresh = useWrite(refreshSlotTools);
  const choose = useWrite(setSlotTools);
  const send = (tools: readonly (readonly [SlotTool, ToolPolicy])[]) =>
    choose.mutateAsync({
      params,
      body: { tools: tools.map(([{ server_url, digest }, policy]) => ({ server_url, digest, policy })) },
    });
  return {
    query,
    /** Which tools the servers have now. */
    look: () => void refresh.mutateAsync({ params }).catch(toastFailed),
    looking: refresh.isPending,
    problems: refresh.data?.problems ?? [],
    choosing: choose.isPending,
    /** For tools as they are shown: one that changed since is refused. */
    choose(tools: readonly SlotTool[], policy: ToolPolicy) {
      const [first] = tools;
      if (!first) return;
      const before = tools.map((tool) => [tool, tool.policy] as const);
      const what = tools.length === 1 ? first.name : counted(tools.length, "tool", "tools");
      const undo = () => void send(before).catch(toastFailed);
      void send(tools.map((tool) => [tool, policy] as const)).then(() => toast(`${what}: ${policyWords[policy]}`, { undo }), toastFailed);
    },
  };
}

export type SlotTools = ReturnType<typeof useSlotTools>;
