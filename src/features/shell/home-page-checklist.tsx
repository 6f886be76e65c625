import { BookOpen, CircleCheck, Keyboard, type LucideIcon, Plug, SquareTerminal } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { Block } from "#ui/block.tsx";
import { cx } from "#ui/cx.ts";
import { Kbd } from "#ui/kbd.tsx";
import { AnyLink } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Time } from "#ui/time.tsx";
import type { Step } from "./home-page-steps.ts";

interface ChecklistProps {
  steps: readonly Step[];
  /** The button that starts a run; agents are another area. */
  start: ReactNode;
}

/** The start of a team that has started nothing yet: its first steps, of which the next one has the button. `sample`: what it can look at instead. */
export function ChecklistPage({ steps, start, sample }: ChecklistProps & { sample: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto" data-scroll-restoration-id="home">
      <div className="grid gap-x-8 gap-y-8 px-3 pt-6 pb-8 md:px-5 lg:grid-cols-12">
        <section aria-labelledby="first-steps" className="min-w-0 lg:col-span-7">
          <h2 id="first-steps" className="text-xl leading-7 font-semibold tracking-[-0.01em]">
            Put your first agent to work
          </h2>
          <p className="mt-0.5 mb-4 text-ink-2">{doneIn(steps)}. Home takes the place of this list once an agent has run.</p>
          <StepList steps={steps} start={start} />
        </section>
        <div className="flex min-w-0 flex-col gap-8 lg:col-span-5">
          {sample}
          <LearnMore />
        </div>
      </div>
    </div>
  );
}

/** The same beside what there is to tell already. */
export function ChecklistBlock({ steps, start }: ChecklistProps) {
  return (
    <Block title="First steps" note={doneIn(steps)}>
      <StepList steps={steps} start={start} />
    </Block>
  );
}

function StepList({ steps, start }: ChecklistProps) {
  const next = steps.findIndex(({ done, go }) => !done && go !== undefined);
  return (
    <ol aria-label="First steps" className="border-t border-line">
      {steps.map(({ title, says, done, at, go }, place) => {
        const isNext = place === next;
        return (
          <li
            key={title}
            aria-current={isNext ? "step" : undefined}
            className={cx("flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line", isNext ? "py-4" : "py-2.5")}
          >
            {done ? (
              <CircleCheck size={20} strokeWidth={1.75} role="img" aria-label="Done" className="shrink-0 text-done" />
            ) : (
              <span
                aria-hidden
                className={cx(
                  "grid size-5 shrink-0 place-content-center rounded-full border text-xs tabular-nums",
                  isNext ? "border-focus bg-accent-soft font-medium text-accent-ink" : "border-line-strong text-ink-2",
                )}
              >
                {place + 1}
              </span>
            )}
            <span className="min-w-0 flex-1 basis-48">
              <span className={cx("block", done ? "text-ink-2" : "font-medium")}>{title}</span>
              <span className="block text-sm text-ink-3">{says}</span>
            </span>
            {isNext && go === "start" ? start : null}
            {isNext && go !== undefined && go !== "start" ? (
              <LinkButton tone="primary" link={go.link} className="max-sm:ms-8">
                {go.label}
              </LinkButton>
            ) : null}
            {done && at ? (
              <span className="text-xs text-ink-3">
                <Time at={at} />
              </span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

const more: readonly { readonly icon: LucideIcon; readonly label: string; readonly link: string }[] = [
  { icon: BookOpen, label: "API reference", link: pathTo("/reference", {}) },
  { icon: SquareTerminal, label: "Client and command line", link: pathTo("/developers", {}) },
  { icon: Plug, label: "Connect an AI client", link: pathTo("/ai-client", {}) },
];

function LearnMore() {
  return (
    <Block title="Learn more">
      <ul>
        {more.map(({ icon: Icon, label, link }) => (
          <li key={label}>
            <AnyLink link={link} className="flex min-h-8 items-center gap-2.5 rounded-sm hover:underline">
              <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
              {label}
            </AnyLink>
          </li>
        ))}
        <li className="flex min-h-8 items-center gap-2.5">
          <Keyboard size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
          Keyboard shortcuts <Kbd>?</Kbd>
        </li>
      </ul>
    </Block>
  );
}

function doneIn(steps: readonly Step[]): string {
  return `${steps.filter(({ done }) => done).length} of ${steps.length} done`;
}
