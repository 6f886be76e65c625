import { useRouter } from "@tanstack/react-router";
import { CloudOff } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { lastHeard, onReach } from "#api/reach.ts";
import { reloadTab } from "#api/reload.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Page } from "#ui/page.tsx";
import { problemOf } from "#ui/problem.ts";

const titles: ReadonlyMap<number, string> = new Map([
  [0, "Not connected"],
  [403, "Not allowed"],
  [404, "Not found"],
  [429, "Waiting"],
]);

/**
 * In the place of a page that could not be drawn. One whose code is gone, as an update took it away, comes with the tab's next load alone: the
 * browser would fail at once where it failed before.
 */
export function RouteError({ error: thrown }: { error: unknown }) {
  const router = useRouter();
  const codeless = isCodeless(thrown);
  const error = codeless ? { status: 0 } : thrown;
  const { status } = problemOf(error);
  // While the service is away a load would take the console with it.
  const away = useSyncExternalStore(onReach, lastHeard) !== undefined;
  // A page, or its code, that did not come while the service was away comes now.
  useEffect(() => onReach(() => lastHeard() === undefined && void router.invalidate()), [router]);
  if (codeless && !away)
    return (
      <Page title="Not loaded">
        <EmptyState
          icon={CloudOff}
          title="Part of Caseload could not be loaded"
          action={
            <Button tone="primary" onClick={reloadTab}>
              Reload
            </Button>
          }
        >
          Caseload may have been updated. Reload to continue. Your text is kept.
        </EmptyState>
      </Page>
    );
  return (
    <Page title={codeless ? "Not loaded" : (titles.get(status) ?? "Something went wrong")}>
      <ErrorState error={error} onRetry={() => void router.invalidate()} />
    </Page>
  );
}

/** As the browsers say it, each in its own words, and Vite of a page's styles. */
function isCodeless(error: unknown): boolean {
  return /dynamically imported module|importing a module script|unable to preload/i.test(problemOf(error).message);
}

export function RouteMissing() {
  return (
    <Page title="Not found">
      <ErrorState error={{ status: 404 }} />
      <div className="mx-auto -mt-10">
        <LinkButton link="/">Go to home</LinkButton>
      </div>
    </Page>
  );
}
