import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import type { RunStretch } from "#contract/runs/run-time.ts";
import { durationAxisOf } from "#ui/chart/axis.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { FigureTable } from "#ui/chart/figure-table.tsx";
import { type LaneMark, TimeLanes } from "#ui/chart/time-lanes.tsx";
import { durationOf } from "#ui/duration.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useNow } from "#ui/ticker.ts";
import { runStepsRead } from "./queries.ts";
import { hasEnded } from "./run-status.ts";
import { axisTop, laneOf, laneTotals, longestParts, longestWords, stretchWords, type TimedPart, timedParts } from "./run-time-words.ts";

interface RunTimeStripProps {
  run: RunDetails;
  /** Leads to a message in the transcript. */
  onJump: (position: number) => void;
}

/** Where the time of a run went, above its transcript: as high while it loads and where it could not be read. */
export function RunTimeStrip({ run, onJump }: RunTimeStripProps) {
  const query = useQuery(runStepsRead(run.id));
  return (
    <div className="relative z-1 shrink-0 border-b border-line px-3 pt-1.5 pb-1 md:px-4">
      <div className="mx-auto min-h-20 max-w-[880px] sm:min-h-24">
        <Loaded inline query={query} what="where its time went" skeleton={<Skeleton className="mt-2 w-1/3" />}>
          {({ time }) => <Strip run={run} time={time} read={query.dataUpdatedAt} onJump={onJump} />}
        </Loaded>
      </div>
    </div>
  );
}

type Mark = LaneMark & { readonly position: number };

function Strip({ run, time, read, onJump }: RunTimeStripProps & { time: readonly RunStretch[]; read: number }) {
  const ended = hasEnded(run.status);
  // By the clock of the service, and what passed here since it was read.
  const grown = useNow((now) => (ended ? 0 : Math.max(0, Math.floor((now - read) / 1000) * 1000)));
  const parts = timedParts(time, grown);
  const whole = Math.max(1, ...parts.map(({ to }) => to));
  const [live] = useState(!ended);
  const top = axisTop(whole, live);
  const lines = durationAxisOf(top);
  const totals = laneTotals(parts);
  const names = ["Model", run.model === null ? "Program" : "Tools", "Waiting"];
  // One that grows would move what stands behind it.
  const longest = longestParts(parts, whole).slice(0, ended ? 3 : 1);
  const address = (part: TimedPart) =>
    pathTo("/t/$teamId/runs/$runId", { teamId: run.team_id, runId: run.id }, { at: part.message_offset });
  return (
    <ChartBlock
      title="Time"
      band
      note={
        longest.length > 0 ? (
          <span className="flex h-4 flex-wrap gap-x-3 overflow-hidden">
            {longest.map((part) => (
              <button
                key={`${part.kind} ${part.from}`}
                type="button"
                title="Show in the transcript"
                className="rounded-sm whitespace-nowrap tabular-nums hover:underline"
                onClick={() => onJump(part.message_offset)}
              >
                {longestWords(part)}
              </button>
            ))}
          </span>
        ) : null
      }
      table={
        <FigureTable
          label="Where the time went"
          columns={["Part", "From the start", "Time"]}
          rows={parts.map((part, at) => ({
            label: `${at + 1}. ${stretchWords(part)}`,
            cells: [durationOf(part.from), durationOf(part.ms)],
            link: address(part),
          }))}
        />
      }
    >
      <TimeLanes<Mark>
        label="Time of the run"
        lanes={tones.map((tone, lane) => ({ name: names[lane] ?? "", tone, value: totals[lane] ?? "–" }))}
        marks={parts.map((part) => ({
          key: `${part.kind} ${part.from}`,
          lane: laneOf[part.kind],
          from: part.from / top,
          to: part.to / top,
          share: part.to > part.from ? Math.min(1, part.ms / (part.to - part.from)) : 1,
          title: stretchWords(part),
          note: `${durationOf(part.ms)}, from ${durationOf(part.from)}`,
          open: part.ended_at === null,
          position: part.message_offset,
        }))}
        ticks={lines.filter((line) => line <= top).map((line) => ({ at: line / top, label: durationOf(line) }))}
        opens="Enter leads to one"
        onOpen={({ position }) => onJump(position)}
      />
    </ChartBlock>
  );
}

const tones = ["first", "second", "waiting"] as const;
