import { pathTo } from "#api/path-to.ts";
import type { EventMatch } from "#contract/schedules/event-triggers.ts";
import { ReplayButton } from "#features/schedules/triggers/replay-button.tsx";
import { Why } from "#features/schedules/triggers/trigger-matches.tsx";
import { matchWords } from "#features/schedules/triggers/trigger-words.ts";
import { AnyLink } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";

/** What each trigger made of an event, and what a person can do about it. */
export function EventMatches({ teamId, matches }: { teamId: string; matches: readonly EventMatch[] }) {
  if (matches.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {matches.map((match) => (
        <Match key={`${match.trigger_id} ${match.replay}`} teamId={teamId} match={match} />
      ))}
    </ul>
  );
}

function Match({ teamId, match }: { teamId: string; match: EventMatch }) {
  const { agent_id: agentId, agent_name, outcome, replay, replayable } = match;
  const { look, word } = matchWords[outcome];
  return (
    <li className="flex items-start gap-x-3">
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 items-center gap-x-3">
          <span className="shrink-0">
            <Status look={look} word={word} />
          </span>
          <AnyLink
            link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId }, { tab: "events" })}
            className="min-w-0 truncate leading-6 text-accent-ink hover:underline"
          >
            {agent_name}
          </AnyLink>
        </div>
        <div className="ps-6 pt-0.5 break-words text-ink-2">
          <Why teamId={teamId} match={match} />
        </div>
      </div>
      {replay === 0 && replayable ? <ReplayButton teamId={teamId} match={match} /> : null}
    </li>
  );
}
