import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { keepFocus } from "#ui/focus-keeper.ts";
import { focusPage } from "#ui/focus-place.ts";

const kept = 50;

/** Whoever goes to another page begins at its heading, whoever comes back to one at the link by which they left it. */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(keepFocus, []);
  useEffect(() => {
    const leftBy = new Map<string, string>();
    const leave = router.subscribe("onBeforeNavigate", ({ fromLocation }) => {
      const entry = fromLocation?.state.__TSR_key;
      const href = document.activeElement?.closest("main a[href]")?.getAttribute("href");
      if (!entry || !href) return;
      leftBy.delete(entry);
      leftBy.set(entry, href);
      if (leftBy.size > kept) leftBy.delete(leftBy.keys().next().value ?? "");
    });
    const arrive = router.subscribe("onRendered", ({ pathChanged, toLocation }) => {
      const active = document.activeElement;
      // The heading may have got it already, as what took the place of the page before.
      const taken = active?.closest("main, header, [role=dialog]") && !active.matches("h1");
      if (!pathChanged || taken) return;
      const href = leftBy.get(toLocation.state.__TSR_key ?? "");
      const link = href && document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
      if (link) link.focus({ preventScroll: true });
      else focusPage();
    });
    return () => {
      leave();
      arrive();
    };
  }, [router]);
}
