import { useQuery } from "@tanstack/react-query";
import type { Connection } from "#contract/connections/connections.ts";
import { listedConnectionRead } from "./queries.ts";

/** The connection that an address opens beside the list, on whichever page of the list it is; `gone`: there is none. */
export function useNamedConnection(teamId: string, named: string | undefined, page: readonly Connection[] | undefined) {
  const here = page?.find(({ id }) => id === named);
  const elsewhere = named !== undefined && named !== "new" && page !== undefined && !here;
  const { data, isFetching } = useQuery({ ...listedConnectionRead(teamId, named ?? ""), enabled: elsewhere });
  const chosen = here ?? (elsewhere ? data?.integrations[0] : undefined);
  return { chosen, gone: elsewhere && !isFetching && data?.total === 0 };
}
