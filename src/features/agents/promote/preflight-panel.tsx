import { CircleAlert, type LucideIcon, TriangleAlert } from "lucide-react";
import type { Ref } from "react";
import { pathTo } from "#api/path-to.ts";
import type { PreflightProblem, ProblemFix } from "#contract/agents/preflight.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";

type Remedy = { readonly label: string; readonly link: (teamId: string, build: Revision, problem: PreflightProblem) => string };

/** Where a problem is put right. */
const remedies: Record<ProblemFix, Remedy | string> = {
  upload_file: {
    label: "Upload it",
    link: (teamId, _, { subject }) => pathTo("/t/$teamId/files", { teamId }, { folder: folderOf(subject.name) }),
  },
  edit_revision: {
    label: "Edit the revision",
    link: (teamId, build) =>
      pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: build.agent_id, buildId: build.id }),
  },
  promote_agent: {
    label: "Open the agent",
    link: (teamId, _, { subject }) => pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: subject.id ?? "" }),
  },
  name_queue: {
    label: "Name a queue",
    link: (teamId, build) =>
      pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: build.agent_id, buildId: build.id }, { tab: "queues" }),
  },
  choose_secrets: { label: "Choose its secrets", link: tabOf("secrets") },
  review_agreement: {
    label: "Review and agree",
    link: (teamId, build) =>
      pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: build.agent_id, buildId: build.id }),
  },
  ask_owner: "Ask the owner to agree.",
  choose_tools: { label: "Choose what tools may do", link: tabOf("connections") },
  pin_connection: { label: "Choose a connection", link: tabOf("connections") },
  choose_logins: { label: "Choose its logins", link: tabOf("logins") },
  open_secret: {
    label: "Open the secret",
    link: (teamId, _, { subject }) => pathTo("/t/$teamId/secrets", { teamId }, { secret: subject.id ?? undefined }),
  },
  open_login: {
    label: "Open the login",
    link: (teamId, _, { subject }) => pathTo("/t/$teamId/logins", { teamId }, { login: subject.id ?? undefined }),
  },
  ask_operator: "Ask your administrator to fix this.",
};

function tabOf(tab: string): Remedy["link"] {
  return (teamId, build) =>
    pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: build.agent_id, buildId: build.id }, { tab });
}

interface PreflightPanelProps {
  teamId: string;
  build: Revision;
  problems: readonly PreflightProblem[];
  total: number;
  ref?: Ref<HTMLElement>;
}

/** What will fail at run time, each with the place where it is mended. That opens beside this one: the list follows by itself. */
export function PreflightPanel({ teamId, build, problems, total, ref }: PreflightPanelProps) {
  if (total === 0) return null;
  return (
    <section {...(ref ? { ref } : {})} aria-label="Before it goes live" className="flex max-h-64 flex-col gap-1 overflow-y-auto text-sm">
      <ul className="flex flex-col gap-1">
        {problems.map((problem) => (
          <Problem key={`${problem.code} ${problem.subject.id ?? problem.subject.name}`} {...{ teamId, build, problem }} />
        ))}
      </ul>
      {total > problems.length ? <p className="px-3 py-1.5 text-ink-2">and {(total - problems.length).toLocaleString("en")} more</p> : null}
    </section>
  );
}

const looks: Record<PreflightProblem["severity"], { icon: LucideIcon; word: string; ink: string }> = {
  blocks: { icon: CircleAlert, word: "Fails: ", ink: "bg-failed-soft text-failed" },
  warns: { icon: TriangleAlert, word: "Warning: ", ink: "bg-waiting-soft text-waiting" },
};

function Problem({ teamId, build, problem }: { teamId: string; build: Revision; problem: PreflightProblem }) {
  const { icon: Icon, word, ink } = looks[problem.severity];
  const remedy = remedies[problem.fix];
  return (
    <li data-blocks={problem.severity === "blocks" ? "" : undefined} className={cx("flex items-start gap-2 rounded-md px-3 py-2", ink)}>
      <Icon size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        <span className="sr-only">{word}</span>
        {problem.message}{" "}
        {typeof remedy === "string" ? (
          remedy
        ) : (
          <AnyLink
            link={remedy.link(teamId, build, problem)}
            target="_blank"
            aria-label={`${remedy.label}: ${problem.subject.name} (opens in a new tab)`}
            className="rounded-sm font-medium underline underline-offset-2"
          >
            {remedy.label}
          </AnyLink>
        )}
      </span>
    </li>
  );
}

function folderOf(path: string): string | undefined {
  const end = path.lastIndexOf("/");
  return end < 0 ? undefined : path.slice(0, end);
}
