import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import {
  type PromisedFigure,
  type PromiseFigure,
  type PromisePassage,
  promiseValues,
  updateClarityPromise,
} from "#contract/clarity/promise.ts";
import { promiseRead } from "#features/clarity/queries.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { Select } from "#ui/select.tsx";
import { Time } from "#ui/time.tsx";
import { figureAsTyped, figureInWords, figureWords, passageInWords, sourceInWords, typedFigure } from "./promise-words.ts";

interface FigureFormProps {
  processId: string;
  figure: PromiseFigure;
  now: PromisedFigure | null;
  /** Those that say such a figure. */
  passages: readonly PromisePassage[];
  mayChange: boolean;
}

/** One promised figure. Confirming it saves it; a change of it has to be confirmed again. */
export function FigureForm({ processId, figure, now, passages, mayChange }: FigureFormProps) {
  const { name, unit } = figureWords[figure];
  const before = { typed: now ? figureAsTyped(figure, now.value) : "", source: now?.source?.evidence_id ?? "" };
  const [typed, setTyped] = useState(before.typed);
  const [source, setSource] = useState(before.source);
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState(now?.revision);
  if (shown !== now?.revision) {
    // What was saved, here or elsewhere, takes the place of what is shown.
    setShown(now?.revision);
    setTyped(before.typed);
    setSource(before.source);
  }
  const client = useQueryClient();
  const save = useWrite(updateClarityPromise);
  const changed = typed !== before.typed || source !== before.source;
  const confirmed = now?.confirmed_at !== null && now !== null && !changed;
  // Until it is saved, the box shows what was asked for.
  const asked = save.isPending ? save.variables?.body?.[figure]?.confirmed : undefined;
  const store = (isConfirmed: boolean) => {
    const value = typedFigure(figure, typed);
    const checked = promiseValues[figure].safeParse(value);
    if (!checked.success) return setProblem(wrongIn(figure, typed, checked.error.issues[0]?.message));
    setProblem(undefined);
    const given = { value, evidence_id: source === "" ? null : source, confirmed: isConfirmed, revision: now?.revision ?? 0 };
    save.mutate(
      { params: { process_id: processId }, body: { [figure]: given } },
      {
        onError: (failure) => {
          setProblem(failure.message);
          // What somebody else saved takes its place.
          if (failure.code === "promise_overtaken") void client.invalidateQueries({ queryKey: promiseRead(processId).queryKey });
        },
      },
    );
  };
  if (!mayChange) {
    return (
      <div className="py-2.5 text-sm">
        <p className="font-medium">{name}</p>
        <p className="text-ink-2">{now ? `${figureInWords(figure, now.value)} ${unit}. ${sourceInWords(now)}.` : "Not promised yet."}</p>
        <Standing now={now} />
      </div>
    );
  }
  const own = now?.source && passages.every(({ evidence_id }) => evidence_id !== now.source?.evidence_id) ? [now.source] : [];
  return (
    <form
      aria-label={name}
      className="flex flex-col gap-1.5 py-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        store(false);
      }}
    >
      <div className="flex min-h-7 items-center gap-2 text-sm">
        <h3 className="flex-1 font-medium">{name}</h3>
        {changed && typed !== "" ? (
          <Button size="sm" tone="quiet" type="submit" pending={save.isPending}>
            Save
          </Button>
        ) : null}
        <Checkbox
          label={confirmed ? "Confirmed" : "Confirm"}
          aria-label={`${confirmed ? "Confirmed" : "Confirm"}: ${name}`}
          checked={asked ?? confirmed}
          disabled={save.isPending || typed === ""}
          onChange={() => store(!confirmed)}
        />
      </div>
      <div className="flex items-start gap-2">
        <Field label={name} hideLabel error={problem} className="w-40 shrink-0">
          <NumberInput
            unit={figure === "success" ? "%" : unit}
            step={0.1}
            value={typed}
            onChange={({ target: { value } }) => setTyped(value)}
            className="text-end"
          />
        </Field>
        <div className="min-w-0 flex-1">
          <Select
            aria-label={`Source of ${name.toLowerCase()}`}
            empty="Assumption"
            options={[...own, ...passages].map((one) => ({
              value: one.evidence_id,
              label: `${passageInWords(one)}: “${one.excerpt.slice(0, 80)}”`,
            }))}
            value={source}
            onChange={({ target: { value } }) => setSource(value)}
          />
        </div>
      </div>
      <Standing now={now} />
    </form>
  );
}

function wrongIn(figure: PromiseFigure, typed: string, said: string | undefined): string {
  if (Number.isNaN(typedFigure(figure, typed))) return "Use a number";
  if (figure === "success") return "Use a percentage from 1 to 100";
  return said ?? "Use another number";
}

/** Who confirmed it, or that its source is gone. */
function Standing({ now }: { now: PromisedFigure | null }) {
  if (!now) return null;
  const isGone = !now.assumption && now.source === null;
  if (!isGone && now.confirmed_at === null) return null;
  return (
    <p className="text-xs text-ink-3">
      {isGone ? "Its capture was deleted. " : null}
      {now.confirmed_at ? (
        <>
          Confirmed by {now.changed_by?.name ?? "a former member"}, <Time at={now.confirmed_at} />
        </>
      ) : null}
    </p>
  );
}
