import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { lastHeard, onReach } from "#api/reach.ts";
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

/** In the place of a page that could not be drawn. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter();
  const { status } = problemOf(error);
  // A page, or its code, that did not come while the service was away comes now.
  useEffect(() => onReach(() => lastHeard() === undefined && void router.invalidate()), [router]);
  return (
    <Page title={titles.get(status) ?? "Something went wrong"}>
      <ErrorState error={error} onRetry={() => void router.invalidate()} />
    </Page>
  );
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
