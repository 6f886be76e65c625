import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import type { AuditEntry } from "#contract/audit/audit-entry.ts";
import type { Reply } from "#contract/endpoint.ts";
import { isEnoughInOrganization } from "#contract/rights.ts";
import { Block, BlockEmpty } from "#ui/block.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { actorWords, eventWords, objectWords } from "./entry-words.ts";

const most = 5;
/** The log is of the whole organization: so many of its pages are looked through for a team's changes. */
const mostPages = 5;
const asOften = 60_000;

interface Asked {
  teamId: string;
  orgId: string;
  /** Whose own changes are no news. */
  me: string;
  from: string;
}

/** The organization of a team, where the viewer may read its log. */
export function useLogOf(teamId: string): string | undefined {
  const { teams, organizations } = useSession();
  const own = teams.find(({ id }) => id === teamId)?.organization_id;
  return organizations.find(({ id, role }) => id === own && isEnoughInOrganization(listAuditEntries, role))?.id;
}

/** What other people changed in a team of late, the newest first. `whole`: the log was looked through as far back as it was asked. */
function changesRead(asked: Asked) {
  return queryOptions({
    queryKey: [[], "changes by others", asked] as const,
    queryFn: ({ signal }) => changesIn(asked, signal),
  });
}

async function changesIn({ teamId, orgId, me, from }: Asked, signal: AbortSignal) {
  const changes: AuditEntry[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { since: from, limit: 100, ...(after !== undefined && { after }) };
    // oxlint-disable-next-line no-await-in-loop -- the answer says where the next page begins
    const answer: Reply<typeof listAuditEntries> = await call(listAuditEntries, { params: { orgId }, query }, { signal });
    changes.push(...answer.entries.filter((entry) => isChange(entry, teamId, me)));
    after = answer.next ?? undefined;
    if (after === undefined || changes.length >= most) break;
  }
  return { changes: once(changes).slice(0, most), whole: after === undefined };
}

export function HomeChanges({ words, ...asked }: Asked & { words: string }) {
  const query = useQuery({ ...changesRead(asked), refetchInterval: asOften });
  const link = pathTo("/organizations/$orgId/audit", { orgId: asked.orgId });
  return (
    <Block title="Changes by others" note={words} all={{ link, words: "Audit log" }}>
      <Loaded inline skeleton={<SkeletonRows rows={4} />} query={query} what="the audit log" needs="Administrator of the organization">
        {({ changes, whole }) =>
          changes.length === 0 ? (
            <BlockEmpty>
              {whole ? "No changes by other people." : "None among the latest entries. The audit log has the earlier ones."}
            </BlockEmpty>
          ) : (
            <ul aria-label="Changes by others">
              {changes.map((entry) => (
                <li key={entry.id} className="border-b border-line last:border-b-0">
                  <AnyLink
                    link={pathTo("/organizations/$orgId/audit", { orgId: asked.orgId }, { open: String(entry.id) })}
                    className="flex min-h-8 items-center gap-2 text-sm hover:bg-hover"
                  >
                    <span className="min-w-0 flex-1 truncate text-ink-2">
                      <span className="text-ink">{actorWords(entry)}</span> {eventWords(entry.type)}: {objectWords(entry)}
                    </span>
                    <span className="shrink-0 text-xs text-ink-3">
                      <Time at={entry.at} />
                    </span>
                  </AnyLink>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Block>
  );
}

/** Work is told elsewhere on the page, and who came and went in the log. */
const work = new Set(["run", "case", "case_job", "human_request", "approval", "user", "api_key"]);

function isChange({ actor, object, team_id }: AuditEntry, teamId: string, me: string): boolean {
  return team_id === teamId && actor.kind === "user" && actor.id !== me && !work.has(object.kind);
}

/** One request can leave several entries. */
function once(changes: readonly AuditEntry[]): AuditEntry[] {
  return changes.filter(({ request_id: id }, at) => id === null || changes.findIndex(({ request_id }) => request_id === id) === at);
}
