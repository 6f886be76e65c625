import { type Mutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CallInput } from "#contract/endpoint.ts";
import type { List, ViewedList } from "#contract/list.ts";
import { getListColumns, setListColumns } from "#contract/teams/list-columns.ts";
import { read, useWrite } from "./query.ts";

const columnsRead = (teamId: string, list: ViewedList) => ({ ...read(getListColumns, { params: { teamId, list } }), staleTime: 600_000 });

/** Which columns of a list the signed-in person hides in this team. Of a list without that choice none. */
export function useHiddenColumns(teamId: string, { name, views }: List) {
  const choosable = views !== undefined;
  const { data } = useQuery({ ...columnsRead(teamId, name as ViewedList), enabled: choosable });
  const last = useLastChoice(teamId, name);
  const hidden: ReadonlySet<string> = new Set(last?.body.hidden ?? data?.hidden);
  return { hidden, choosable };
}

/** Hides columns at once. One choice is written at a time, since of two on their way together the first could arrive last. */
export function useHideColumns(teamId: string, { name }: List): (ids: ReadonlySet<string>) => Promise<void> {
  const list = name as ViewedList;
  const client = useQueryClient();
  const write = useWrite(setListColumns, {
    line: `columns ${teamId} ${list}`,
    outlasts: true,
    onSuccess: (stored) => void client.setQueryData(columnsRead(teamId, list).queryKey, stored),
  });
  return async (ids) => void (await write.mutateAsync({ params: { teamId, list }, body: { hidden: [...ids] } }));
}

const choices = { mutationKey: [setListColumns.name], status: "pending" } as const;
const choiceIn = ({ state }: Mutation) => state.variables as CallInput<typeof setListColumns>;

/** What was chosen last and is not stored yet. */
function useLastChoice(teamId: string, list: string) {
  const underWay = useMutationState({ filters: choices, select: choiceIn });
  return underWay.findLast(({ params }) => params.teamId === teamId && params.list === list);
}
