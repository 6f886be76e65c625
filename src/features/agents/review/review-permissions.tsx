import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { Agent } from "#contract/agents/agents.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { accessRead } from "#features/agents/queries.ts";
import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { AnyLink } from "#ui/link.tsx";
import { type PermissionChange, permissionsBeyond } from "./permission-changes.ts";

interface ReviewPermissionsProps {
  teamId: string;
  agent: Agent;
  build: Revision;
  live: Revision | null;
}

/** Which agent is about to change, and what it could reach that its live revision cannot: the proposal is in the draft already. */
export function ReviewPermissions({ teamId, agent, build, live }: ReviewPermissionsProps) {
  const proposed = useQuery(accessRead(build)).data?.entries;
  const other = useQuery({ ...accessRead(live ?? build), enabled: live !== null }).data?.entries;
  const current = live ? other : [];
  const known = proposed && current ? { added: permissionsBeyond(proposed, current), removed: permissionsBeyond(current, proposed) } : null;
  const changed = known !== null && known.added.length + known.removed.length > 0;
  const line = (
    <>
      <span className="min-w-0 shrink truncate font-medium max-sm:max-w-[45%]" title={agent.name}>
        {agent.name}
      </span>
      {known ? <Extent {...known} isLive={live !== null} /> : null}
    </>
  );
  const rows = "flex min-h-8 min-w-0 items-center gap-3";
  // In line with what can be opened.
  if (!changed) return <div className={`${rows} shrink-0 border-b border-line ps-8 pe-3 text-sm md:ps-10 md:pe-5`}>{line}</div>;
  return (
    <Disclosure
      aria-label="Permissions"
      className="shrink-0 border-b border-line text-sm"
      summaryClassName="px-3 md:px-5"
      summary={<span className={`${rows} flex-1`}>{line}</span>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <div
        tabIndex={0}
        role="group"
        aria-label="Changed permissions"
        className="flex max-h-60 flex-col gap-3 overflow-y-auto px-3 pb-3 focus-visible:-outline-offset-2 md:px-5"
      >
        <Changes title={live ? "New compared with the live revision" : "All permissions: no revision is live yet"} changes={known.added} />
        <Changes title="No longer" changes={known.removed} />
        <AnyLink
          link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/access", { teamId, agentId: agent.id, buildId: build.id })}
          className="self-start rounded-sm text-accent-ink underline underline-offset-2"
        >
          All permissions
        </AnyLink>
      </div>
    </Disclosure>
  );
}

interface ExtentProps {
  added: readonly PermissionChange[];
  removed: readonly PermissionChange[];
  isLive: boolean;
}

function Extent({ added, removed, isLive }: ExtentProps) {
  const count = added.length.toLocaleString("en");
  const word = added.length === 1 ? "permission" : "permissions";
  return (
    <>
      <span className="shrink-0">
        <Badge tone={added.length > 0 ? "waiting" : "neutral"}>
          {added.length > 0 ? <ShieldAlert size={14} aria-hidden /> : <ShieldCheck size={14} aria-hidden />}
          {added.length === 0 ? "No new permissions" : isLive ? `${count} new ${word}` : `${count} ${word}`}
        </Badge>
      </span>
      <span className="min-w-0 flex-1 truncate text-ink-2 max-sm:hidden">
        {added.length > 0
          ? added.map(({ name }) => name).join(", ")
          : removed.length > 0
            ? `${removed.length.toLocaleString("en")} fewer`
            : ""}
      </span>
    </>
  );
}

function Changes({ title, changes }: { title: string; changes: readonly PermissionChange[] }) {
  if (changes.length === 0) return null;
  return (
    <div>
      <h2 className="text-ink-3">{title}</h2>
      <ul>
        {changes.map(({ key, name, detail }) => (
          <li key={key} className="flex flex-wrap gap-x-3">
            <span className="min-w-0 font-medium break-words">{name}</span>
            {detail ? <span className="text-ink-2">{detail}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
