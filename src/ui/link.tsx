import { useRouter } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, MouseEvent, Ref } from "react";

/** An address inside the console: `"/t/…/runs?status=failed"`, or what `linkOptions({to, params, search})` gives. */
export type LinkTarget = string | { readonly to: string; readonly params?: unknown; readonly search?: unknown; readonly hash?: string };

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  link: LinkTarget;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * A plain anchor that navigates without a page load; modified and middle clicks stay the browser's. For components that take any address.
 * Screens with a fixed one use the router's own `Link`.
 */
export function AnyLink({ link, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const router = useRouter();
  const href = useHref(link);
  const preload = () => {
    const { pathname, searchStr } = parse(href);
    void router.preloadRoute({ to: pathname, search: router.options.parseSearch?.(searchStr) } as never).catch(() => undefined);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the props
    <a
      {...rest}
      href={href}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        preload();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        // From nothing: it was given back to whoever had it, who may not want to go there, and what is there may be gone.
        if (event.relatedTarget !== null) preload();
      }}
      onClick={(event) => {
        onClick?.(event);
        if (!followsHere(event, rest.target)) return;
        event.preventDefault();
        void router.navigate({ href });
      }}
    />
  );
}

/** The address that a target stands for. */
function useHref(link: LinkTarget): string {
  const router = useRouter();
  return typeof link === "string" ? link : router.buildLocation(link as never).href;
}

/** Navigates to any target from code. */
export function useGo(): (link: LinkTarget, step?: { readonly replace: boolean }) => void {
  const router = useRouter();
  return (link, step) => void router.navigate({ ...(typeof link === "string" ? { href: link } : link), ...step } as never);
}

function followsHere(event: MouseEvent, target: string | undefined): boolean {
  if (event.defaultPrevented || event.button !== 0 || (target && target !== "_self")) return false;
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

function parse(href: string): { pathname: string; searchStr: string } {
  const url = new URL(href, location.origin);
  return { pathname: url.pathname, searchStr: url.search };
}
