import { QueryClientProvider } from "@tanstack/react-query";
import { createRouter, RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "#api/query-client.ts";
import { onWait, waitsUntil } from "#api/quota.ts";
import { unheard } from "#api/reach.ts";
import { reloadTab } from "#api/reload.ts";
import { forgetFirstAnswer, sessionQuery } from "#api/session-query.ts";
import { keepComposingKeys } from "#ui/composing.ts";
import { sayFirstPageDrawn } from "#ui/first-page.ts";
import { tellPageComing } from "#ui/page-coming.ts";
import { routeTree } from "./routeTree.gen.ts";

keepComposingKeys();

const queryClient = createQueryClient(() => {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  void router.invalidate();
});

const errorPages = () => import("#features/shell/route-error.tsx");
const RouteError = lazy(() => errorPages().then((module) => ({ default: module.RouteError })));
const RouteMissing = lazy(() => errorPages().then((module) => ({ default: module.RouteMissing })));

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: "intent",
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: RouteMissing,
});

// Another part of the same address, such as a filter, is drawn by the page that is there.
tellPageComing(() => {
  const { location, resolvedLocation } = router.state;
  return resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname;
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

// Read by the libraries that add style elements: the policy of the page takes those with the nonce only.
Object.assign(globalThis, { __webpack_nonce__: document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content });

// A tab that was open during an update asks for chunks that are gone; one reload gets the new ones. What it did not bring, another one right
// behind it would not bring either: then the person decides. While the service is away a reload would take the console with it: then the error
// page says what happened.
const reloaded = "caseload.reloaded";
const patienceMs = 60_000;
addEventListener("vite:preloadError", () => {
  void fetch("/healthz", { cache: "no-store" }).then(({ ok }) => {
    if (!ok) return;
    const [build, at] = (sessionStorage.getItem(reloaded) ?? "").split(" ");
    if (build === import.meta.url && Date.now() - Number(at) < patienceMs) {
      const action = { label: "Reload", run: reloadTab };
      const said = "Part of Caseload could not be loaded. Reload to try again.";
      void import("#ui/toast.ts").then(({ toast }) => toast(said, { failed: true, about: reloaded, action }));
      return;
    }
    sessionStorage.setItem(reloaded, `${import.meta.url} ${Date.now()}`);
    reloadTab();
  }, unheard);
});

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const drawn = createRoot(root);
// Without an answer there is no page to say it: what the first answers wait for stands in the place of the skeleton.
const nameWait = () => {
  const until = waitsUntil();
  if (until !== undefined)
    void import("#features/shell/quota-wait.tsx").then(({ QuotaPage }) => loading && drawn.render(<QuotaPage until={until} />));
};
function Console() {
  useEffect(() => {
    sayFirstPageDrawn();
    forgetFirstAnswer();
  }, []);
  return <RouterProvider router={router} />;
}
let loading = true;
const unname = onWait(nameWait);
// The skeleton in index.html stays until the first page can be drawn in its place. No top-level await: the chunks of that page import this one.
void router.load().then(() => {
  loading = false;
  unname();
  drawn.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Console />
      </QueryClientProvider>
    </StrictMode>,
  );
});
