import { useEffect, useRef } from "react";
import { useSession } from "#api/session.ts";
import { useWrite } from "#api/query.ts";
import { generateClarityProcessLandscape, organizeClarityProcessLandscape } from "#contract/clarity/organizing.ts";
import type { Landscape } from "#contract/clarity/node.ts";
import { isEnoughInOrganization } from "#contract/rights.ts";
import { counted } from "#ui/counted.ts";
import { toast, toastFailed } from "#ui/toast.ts";

/** What a model can be asked to do with the landscape, by those who may; undefined where there is nothing to do, or it is being done. */
export function usePasses(
  orgId: string,
  { generation, unlinkedProcesses }: Pick<Landscape, "generation" | "unlinkedProcesses">,
  readAt: number,
) {
  const role = useSession().organizations.find(({ id }) => id === orgId)?.role;
  const organize = useWrite(organizeClarityProcessLandscape);
  const generate = useWrite(generateClarityProcessLandscape);
  const params = { orgId };
  const underWay = generation.status === "starting" || generation.status === "running";
  const asked = useRef<{ readonly at: number; readonly unplaced: number }>(undefined);
  const left = unlinkedProcesses.length;
  useEffect(() => {
    const { current } = asked;
    if (!current || underWay || readAt < current.at) return;
    asked.current = undefined;
    // Of a failure the line above the map says why.
    if (generation.status === "completed") toast(placedInWords(current.unplaced - left, left));
  }, [underWay, readAt, generation.status, left]);
  const due = !underWay && left > 0 && role !== undefined;
  const told = { onSuccess: () => void (asked.current = { at: Date.now(), unplaced: left }), onError: toastFailed };
  return {
    underWay,
    organize: due && isEnoughInOrganization(organizeClarityProcessLandscape, role) ? () => organize.mutate({ params }, told) : undefined,
    generate: due && isEnoughInOrganization(generateClarityProcessLandscape, role) ? () => generate.mutate({ params }, told) : undefined,
  };
}

function placedInWords(placed: number, left: number): string {
  if (placed <= 0) return `The model found no area for ${counted(left, "process", "processes")}`;
  const words = `${counted(placed, "process", "processes")} placed`;
  return left === 0 ? words : `${words}, ${left.toLocaleString("en")} left in Unsorted`;
}
