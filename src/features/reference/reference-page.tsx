import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Outlet, useMatch, useParams } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { cx } from "#ui/cx.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { OperationList } from "./operation-list.tsx";
import { titleOf } from "./operation-words.tsx";
import { referenceRead } from "./queries.ts";

const route = getRouteApi("/_app/reference");

/** Every operation of this service beside the one that is read. On a phone one of both. */
export function ReferencePage() {
  const { search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const { operation } = useParams({ strict: false });
  const cookbook = useMatch({ from: "/_app/reference/cookbook", shouldThrow: false }) !== undefined;
  const read = operation !== undefined || cookbook;
  const reference = useQuery(referenceRead);
  const crumbs = !read ? [] : [{ label: "API reference", link: pathTo("/reference", {}, search ? { search } : undefined) }];
  return (
    <Page title={cookbook ? "Cookbook" : operation === undefined ? "API reference" : titleOf(operation)} crumbs={crumbs}>
      <Loaded query={reference} what="the operations" skeleton={<SkeletonRows rows={12} height={32} />}>
        {(all) => (
          <div className="flex min-h-0 flex-1">
            <nav
              aria-label="Operations"
              className={cx("flex min-h-0 shrink-0 flex-col border-line md:w-72 md:border-e", read ? "max-md:hidden" : "max-md:w-full")}
            >
              <OperationList
                reference={all}
                search={search}
                onSearch={(text, step) => void navigate({ to: ".", search: text === "" ? {} : { search: text }, ...step })}
                current={operation}
              />
            </nav>
            <div className={cx("min-w-0 flex-1 overflow-y-auto", !read && "max-md:hidden")}>
              <Outlet />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
