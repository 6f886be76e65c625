import { useSession } from "#api/session.ts";
import { useWrite } from "#api/query.ts";
import { generateClarityProcessLandscape, organizeClarityProcessLandscape } from "#contract/clarity/organizing.ts";
import type { Landscape } from "#contract/clarity/node.ts";
import { isEnoughInOrganization } from "#contract/rights.ts";
import { toast, toastFailed } from "#ui/toast.ts";

/** What a model can be asked to do with the landscape, by those who may; undefined where there is nothing to do, or it is being done. */
export function usePasses(orgId: string, { generation, unlinkedProcesses }: Pick<Landscape, "generation" | "unlinkedProcesses">) {
  const role = useSession().organizations.find(({ id }) => id === orgId)?.role;
  const organize = useWrite(organizeClarityProcessLandscape);
  const generate = useWrite(generateClarityProcessLandscape);
  const params = { orgId };
  const underWay = generation.status === "starting" || generation.status === "running";
  const due = !underWay && unlinkedProcesses.length > 0 && role !== undefined;
  const told = { onSuccess: () => toast("Started"), onError: toastFailed };
  return {
    underWay,
    organize: due && isEnoughInOrganization(organizeClarityProcessLandscape, role) ? () => organize.mutate({ params }, told) : undefined,
    generate: due && isEnoughInOrganization(generateClarityProcessLandscape, role) ? () => generate.mutate({ params }, told) : undefined,
  };
}
