import { Link, useSearch } from "@tanstack/react-router";
import { placeInLine, speakerOf } from "#contract/clarity/evidence-place.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import { readSelection } from "#features/clarity/clarity-search.ts";

/** What somebody said, who, and the way to the place where they said it. */
export function Quote({ teamId, processId, source }: { teamId: string; processId: string; source: StepSource }) {
  const { excerpt, captureId, evidenceId, locator, resolutionStatus } = source;
  const chosen = readSelection({ ...useSearch({ strict: false }) });
  const resolved = resolutionStatus === "resolved" && captureId !== undefined;
  return (
    <figure className="border-s-2 border-line ps-3 text-sm">
      <blockquote className="break-words whitespace-pre-wrap">“{excerpt}”</blockquote>
      <figcaption className="mt-0.5 flex flex-wrap gap-x-1.5 text-xs text-ink-2">
        <span className="min-w-0 break-words">{resolved ? speakerOf(source) : source.attribution}</span>
        {resolved ? (
          <Link
            to="/t/$teamId/clarity/processes/$processId/captures/$captureId"
            params={{ teamId, processId, captureId }}
            search={{ ...chosen, ...placeOfUnit(evidenceId) }}
            className="text-accent-ink hover:underline"
          >
            {placeInLine(locator) ?? "there"}
          </Link>
        ) : resolutionStatus === "manual" ? (
          <span className="text-ink-3">said so here</span>
        ) : (
          <span className="text-waiting">
            {locator?.type === "unresolved" && locator.reason ? locator.reason : "Not found in a capture."}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** The place of a unit in its capture, from 0, as the page of the capture has it in its address. */
export function placeOfUnit(evidenceId: string | undefined): { at?: number } {
  const ordinal = Number(evidenceId?.split(":")[1] ?? Number.NaN);
  return Number.isNaN(ordinal) ? {} : { at: ordinal };
}
