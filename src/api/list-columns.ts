import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getListColumns, setListColumns } from "#contract/teams/list-columns.ts";
import type { ColumnList } from "#contract/teams/lists.ts";
import { read, useWrite } from "./query.ts";

const columnsRead = (teamId: string) => ({ ...read(getListColumns, { params: { teamId } }), staleTime: 600_000 });

/** Which columns of a list the signed-in person hides in this team, and what changes it at once. */
export function useHiddenColumns(teamId: string, list: ColumnList) {
  const client = useQueryClient();
  const { queryKey, ...options } = columnsRead(teamId);
  const lists = useQuery({ queryKey, ...options }).data?.lists ?? [];
  const write = useWrite(setListColumns);
  const hidden: ReadonlySet<string> = new Set(lists.find((each) => each.list === list)?.hidden);
  const hide = async (ids: ReadonlySet<string>) => {
    const next = { list, hidden: [...ids] };
    // A reading that began before does not know it.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (data) => data && { lists: [...data.lists.filter((each) => each.list !== list), next] });
    await write.mutateAsync({ params: { teamId, list }, body: { hidden: next.hidden } });
  };
  return { hidden, hide };
}
