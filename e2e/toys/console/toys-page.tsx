import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { ToyBrick } from "lucide-react";
import { requestOf } from "#api/list-request.ts";
import type { Page as PageAddress } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { SearchOf } from "#contract/list.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { toyList } from "#server/testing/toys/toy-list.ts";
import { type Toy, listToys } from "#server/testing/toys/toys.contract.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { toyColumns } from "./toy-columns.ts";

const limit = 20;
// Known to the router of this build alone, and not to its types.
const address = "/t/$teamId/toys" as PageAddress;

/** The toys of a team, as every list of the console. */
export function ToysPage() {
  const { teamId } = useParams({ strict: false }) as { teamId: string };
  const { offset = 0, ...search } = useSearch({ strict: false }) as SearchOf<typeof toyList> & { offset?: number };
  const order = { sort_by: search.sort ? "color" : "name", sort_order: search.desc ? "desc" : "asc" } as const;
  const asked = { limit, offset, ...requestOf(toyList, search), ...order };
  const query = useQuery(read(listToys, { params: { teamId }, query: asked }, { keepPrevious: true }));
  const rowsOf = ({ toys }: Reply<typeof listToys>) => toys;
  const pages = usePages({ search: { ...search, offset }, query, rowsOf, limit });
  return (
    <Page title="Toys">
      <PagedList
        {...{ teamId, search, query, pages }}
        list={toyList}
        columns={toyColumns}
        to={address}
        cells={cells}
        empty={
          <EmptyState icon={ToyBrick} title="No toys yet">
            A toy is made through the API.
          </EmptyState>
        }
      />
    </Page>
  );
}

const cells = {
  name: ({ name }: Toy) => <span className="truncate">{name}</span>,
  wrapped: ({ wrapped }: Toy) => <Status look={wrapped ? "done" : "queued"} word={wrapped ? "Wrapped" : "Open"} />,
  paint: ({ color }: Toy) => color ?? "None",
};
