import { ChevronDown, ChevronUp } from "lucide-react";
import { useMemo, useState } from "react";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { LineStep } from "#contract/clarity/replay/replay-story.ts";
import type { Step } from "#contract/clarity/step.ts";
import { captureTitle } from "#features/clarity/captures/capture-words.ts";
import { counted } from "#ui/counted.ts";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useMedia } from "#ui/media.ts";
import { problemOf } from "#ui/problem.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Status } from "#ui/status.tsx";
import { type ToldStory, toldStories, witnessesOf } from "./stories.ts";
import { mostCaptures, useUnits } from "./use-units.ts";

interface StoriesPanelProps {
  processId: string;
  captures: readonly ClarityCapture[];
  steps: readonly Step[];
  chosen: string | undefined;
  onChoose: (stepId: string) => void;
  /** The chosen capture. */
  lit: string | undefined;
  onLight: (captureId: string | undefined) => void;
}

/** Below the map: the order in which each witness tells the steps, and where the flow does not go their way. */
export function StoriesPanel(props: StoriesPanelProps) {
  const roomy = useMedia("(min-height: 780px)");
  const [opened, setOpened] = useState<boolean>();
  const open = opened ?? roomy;
  if (props.captures.every(({ status }) => status !== "complete")) return null;
  return (
    <section aria-label="Stories" className="flex max-h-[38%] shrink-0 flex-col border-t border-line">
      {open ? <Stories {...props} onClose={() => setOpened(false)} /> : <Head onToggle={() => setOpened(true)} open={false} />}
    </section>
  );
}

function Head({ open, onToggle, children }: { open: boolean; onToggle: () => void; children?: React.ReactNode }) {
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 px-4 text-sm">
      <h2 className="font-semibold">Stories</h2>
      <span className="text-ink-3 max-sm:hidden">as each witness tells it</span>
      <span className="ms-auto flex flex-wrap items-center gap-3">{children}</span>
      <IconButton
        icon={open ? ChevronDown : ChevronUp}
        label={open ? "Hide the stories" : "Show the stories"}
        size="sm"
        aria-expanded={open}
        onClick={onToggle}
      />
    </div>
  );
}

function Stories({ processId, captures, steps, chosen, onChoose, lit, onLight, onClose }: StoriesPanelProps & { onClose: () => void }) {
  const { data, error } = useUnits(processId, captures);
  const stories = useMemo(() => (data ? toldStories(steps, data) : undefined), [steps, data]);
  const numbers = useMemo(() => new Map(steps.map(({ id }, i) => [id, i + 1])), [steps]);
  if (!stories)
    return (
      <Head open onToggle={onClose}>
        {error ? <span className="text-failed">{problemOf(error).message}</span> : <Spinner />}
      </Head>
    );
  const { agree, stopped, unknown } = witnessesOf(stories);
  const first = stories.find(({ replay }) => replay.stop);
  const at = first?.replay.stop?.stepId;
  return (
    <>
      <Head open onToggle={onClose}>
        {agree > 0 ? <Status look="done" word={agree === 1 ? "1 story follows the flow" : `${agree} witnesses agree`} /> : null}
        {stopped > 0 ? (
          <Status
            look="asks"
            word={stopped === 1 ? `1 witness differs${at ? ` at step ${numbers.get(at)}` : ""}` : `${stopped} witnesses differ`}
          />
        ) : null}
        {unknown > 0 ? <Status look="idle" word={`${counted(unknown, "witness", "witnesses")} not checked`} /> : null}
      </Head>
      <ul className="min-h-0 overflow-y-auto">
        {stories.map((story, i) => (
          <Line key={`${story.capture.id} ${i}`} {...{ story, numbers, chosen, onChoose, lit, onLight }} />
        ))}
        {captures.length > mostCaptures ? (
          <li className="border-t border-line px-4 py-1.5 text-xs text-ink-3">
            The stories of the first {counted(mostCaptures, "capture", "captures")} are shown.
          </li>
        ) : null}
      </ul>
    </>
  );
}

interface LineProps extends Pick<StoriesPanelProps, "chosen" | "onChoose" | "lit" | "onLight"> {
  story: ToldStory;
  numbers: ReadonlyMap<string, number>;
}

function Line({ story: { capture, replay, read }, numbers, chosen, onChoose, lit, onLight }: LineProps) {
  const title = replay.person ?? captureTitle(capture);
  const { line, stop } = replay;
  const isLit = lit === capture.id;
  return (
    <li className={cx("flex min-h-8 items-center gap-3 border-t border-line px-4", isLit && "bg-accent-soft")}>
      <button
        type="button"
        aria-pressed={isLit}
        className="w-28 shrink-0 truncate rounded-sm text-start text-xs hover:underline"
        title={title}
        onClick={() => onLight(isLit ? undefined : capture.id)}
      >
        {title}
      </button>
      <ol aria-label={`Story of ${title}`} className="flex min-w-0 flex-1 items-center overflow-x-auto py-1">
        {line.map((told, i) => (
          <li key={i} className="flex shrink-0 items-center">
            {i > 0 ? <span aria-hidden className="h-px w-2.5 bg-line-strong" /> : null}
            <Told
              told={told}
              number={told.stepId === null ? undefined : numbers.get(told.stepId)}
              {...{ chosen, onChoose }}
              stops={stop?.index === i}
            />
          </li>
        ))}
        {read === undefined ? null : <li className="ms-3 shrink-0 text-xs text-ink-3">first {counted(read, "passage", "passages")}</li>}
      </ol>
    </li>
  );
}

interface ToldProps {
  told: LineStep;
  number: number | undefined;
  chosen: string | undefined;
  onChoose: (stepId: string) => void;
  /** The flow cannot go this way here. */
  stops: boolean;
}

function Told({ told, number, chosen, onChoose, stops }: ToldProps) {
  const { stepId, title, outOfOrder } = told;
  const odd = outOfOrder || stops;
  const look = cx(
    "flex h-6 max-w-44 items-center gap-1.5 rounded-sm border px-1.5 text-xs",
    odd ? "border-waiting bg-waiting-soft" : "border-line-strong",
    stepId !== null && chosen === stepId && "outline-2 outline-focus",
  );
  const words = (
    <>
      {number === undefined ? null : <span className="text-ink-3 tabular-nums">{number}</span>}
      <span className="truncate">{title}</span>
      {odd ? <span className="sr-only">{stops ? ", the flow stops here" : ", in another order than the flow"}</span> : null}
    </>
  );
  if (stepId === null)
    return (
      <span className={look} title={`${title}: the process has no such step`}>
        {words}
      </span>
    );
  return (
    <button
      type="button"
      className={cx(look, "hover:bg-hover")}
      title={title}
      aria-pressed={chosen === stepId}
      onClick={() => onChoose(stepId)}
    >
      {words}
    </button>
  );
}
