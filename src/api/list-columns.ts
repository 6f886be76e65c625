import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { List, ViewedList } from "#contract/list.ts";
import { getListColumns, setListColumns } from "#contract/teams/list-columns.ts";
import { read, useWrite } from "./query.ts";

const columnsRead = (teamId: string, list: ViewedList) => ({ ...read(getListColumns, { params: { teamId, list } }), staleTime: 600_000 });

/** Which columns of a list the signed-in person hides in this team, and what changes it at once. Of a list without that choice none. */
export function useHiddenColumns(teamId: string, { name, views }: List) {
  const list = name as ViewedList;
  const choosable = views !== undefined;
  const client = useQueryClient();
  const { queryKey, ...options } = columnsRead(teamId, list);
  const write = useWrite(setListColumns);
  const hidden: ReadonlySet<string> = new Set(useQuery({ queryKey, ...options, enabled: choosable }).data?.hidden);
  const hide = async (ids: ReadonlySet<string>) => {
    const next = { list, hidden: [...ids] };
    // A reading that began before does not know it.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, next);
    try {
      await write.mutateAsync({ params: { teamId, list }, body: { hidden: next.hidden } });
    } catch (error) {
      // What is stored, which an earlier choice under way may have changed since.
      void client.invalidateQueries({ queryKey });
      throw error;
    }
  };
  return { hidden, hide, choosable };
}
