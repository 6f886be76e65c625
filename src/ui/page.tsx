import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, use, useEffect, useState } from "react";
import { cx } from "./cx.ts";
import { type Crumb, CrumbsContext, FrameContext, PageScrollerContext } from "./frame.ts";
import { AnyLink } from "./link.tsx";
import { useMedia } from "./media.ts";

export interface PageProps {
  /** The last part of the breadcrumb, the heading, and the title of the tab. */
  title: string;
  crumbs?: readonly Crumb[];
  /** Beside the title: state, id. */
  meta?: ReactNode;
  /** At the end of the top bar. The primary one last. */
  actions?: ReactNode;
  /** `full` gives the children the whole area, scrolled by themselves; `reading` a column of 720 px. */
  width?: "full" | "reading";
  children: ReactNode;
}

/** Top bar and content of a page. Every screen has exactly one. In a low window, as at 400 %, all of it scrolls as one: no part has the height to. */
export function Page({ title, crumbs = [], meta, actions, width = "full", children }: PageProps) {
  const frame = use(FrameContext);
  const whole = useMedia("(max-height: 559px)");
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const count = frame.count > 0 ? `(${frame.count.toLocaleString("en")}) ` : "";
    document.title = `${count}${title} · Caseload`;
  }, [title, frame.count]);
  return (
    <PageScrollerContext value={whole ? element : null}>
      {/* What sticks to its end covers some of it. */}
      <div
        ref={setElement}
        data-scroll-restoration-id={whole ? "page" : undefined}
        className={cx("flex min-h-0 flex-1 flex-col", whole && "scroll-pb-16 overflow-y-auto")}
      >
        <header className="@container shrink-0 border-b border-line">
          <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5 md:px-5">
            {frame.leading}
            <nav
              aria-label="Breadcrumb"
              className="flex min-w-0 flex-1 basis-24 flex-col items-start sm:basis-40 @4xl:flex-row @4xl:items-center @4xl:gap-1"
            >
              {crumbs.map((crumb, at) => (
                <Fragment key={crumb.label}>
                  <AnyLink
                    link={crumb.link}
                    className={cx(
                      crumbLook,
                      crumb.label.length > shortLabel ? "@4xl:min-w-20 @4xl:shrink-[9999]" : "@4xl:shrink-0",
                      at < crumbs.length - 1 && "@max-4xl:hidden",
                    )}
                  >
                    {crumb.label}
                  </AnyLink>
                  <ChevronRight size={14} strokeWidth={1.75} aria-hidden className="hidden shrink-0 text-ink-3 @4xl:block" />
                </Fragment>
              ))}
              <div className="flex max-w-full min-w-0 items-center gap-x-2 @max-4xl:flex-wrap">
                <h1 className="min-w-0 font-semibold @max-4xl:line-clamp-2 @max-4xl:break-words @4xl:truncate" title={title}>
                  {title}
                </h1>
                {meta ? <div className="flex max-w-full shrink-0 items-center gap-2">{meta}</div> : null}
              </div>
            </nav>
            {/* On a phone in the same row where there is room for them, behind what all pages have. Elsewhere each by itself: one that comes moves no other. */}
            {actions ? <div className="flex flex-wrap items-center gap-2 max-sm:order-last sm:contents">{actions}</div> : null}
            {frame.trailing}
          </div>
        </header>
        <main
          tabIndex={-1}
          className={cx("flex flex-col", whole ? "flex-[1_0_auto]" : "min-h-0 flex-1", width === "reading" && !whole && "overflow-y-auto")}
        >
          <CrumbsContext value={crumbs}>
            {width === "reading" ? <div className="mx-auto w-full max-w-[720px] px-4 py-6 md:px-5">{children}</div> : children}
          </CrumbsContext>
        </main>
      </div>
    </PageScrollerContext>
  );
}

/** Characters of an ancestor that stays whole beside any title. */
const shortLabel = 10;

/** Ancestors give way before the title does, and stay a way back. Where the bar has little room the way up stands over it, wide enough for a finger. */
const crumbLook =
  "relative max-w-48 truncate rounded-sm text-ink-2 hover:text-ink @max-4xl:text-xs @max-4xl:after:absolute @max-4xl:after:-inset-1 @max-4xl:before:float-left @max-4xl:before:me-1 @max-4xl:before:content-['‹']";

/** A titled part of a reading page, parted from the previous one by a line. */
export function Section({
  title,
  description,
  aside,
  children,
}: {
  title: string;
  description?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="border-b border-line py-6 first:pt-0 last:border-b-0">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="min-w-0 flex-auto text-lg font-semibold">{title}</h2>
        {aside ? <div className="flex flex-wrap items-center gap-x-4 gap-y-1">{aside}</div> : null}
        {description ? <p className="w-full text-ink-2">{description}</p> : null}
      </div>
      {children}
    </section>
  );
}
