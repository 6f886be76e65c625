import { CircleAlert, CloudOff, Lock, SearchX, Unplug } from "lucide-react";
import { type ReactNode, use } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { CrumbsContext, UnsentContext } from "./frame.ts";
import { LinkButton } from "./link-button.tsx";
import { type Problem, problemOf } from "./problem.ts";
import { RateLimited } from "./rate-limited-state.tsx";

export interface ErrorStateProps {
  error: unknown;
  /** Tries again; without it there is no button. */
  onRetry?: () => void;
  /** What was wanted: "the agents of this team". */
  what?: string;
  /** The role that may, for a refusal. */
  needs?: string;
  /** Of a part of a page. */
  inline?: boolean;
}

/** What went wrong, why, what to do next. Chooses its words by what the service said. */
export function ErrorState({ error, onRetry, what = "this page", needs, inline = false }: ErrorStateProps) {
  const problem = problemOf(error);
  const crumbs = use(CrumbsContext);
  const unsent = use(UnsentContext);
  const retry = onRetry ? (
    <Button onClick={onRetry} {...(inline ? { size: "sm" } : { tone: "primary" })}>
      Try again
    </Button>
  ) : null;
  if (problem.status === 429) return <RateLimited seconds={problem.retryAfter ?? 5} {...(onRetry ? { onResume: onRetry } : {})} />;
  if (problem.code === "not_offered") {
    return (
      <EmptyState inline={inline} icon={Unplug} title="This service does not offer that">
        The console is connected to a service without {what}. Everything else works normally.
      </EmptyState>
    );
  }
  if (problem.status === 403) return <ForbiddenState {...{ inline, problem, what, needs }} action={retry} />;
  if (problem.status === 404) {
    const above = inline ? undefined : crumbs.at(-1);
    const back = above ? <LinkButton link={above.link}>Back to {above.label}</LinkButton> : null;
    return problem.code === "gone" ? (
      <>
        <GoneState inline={inline} action={back} />
        {inline ? null : unsent}
      </>
    ) : (
      <EmptyState inline={inline} icon={SearchX} title="Not found" action={back}>
        Nothing exists at this address, or you do not have access. Check the address, or switch to the team that owns it.
      </EmptyState>
    );
  }
  if (problem.status === 0) {
    return (
      <EmptyState
        inline={inline}
        icon={CloudOff}
        title={navigator.onLine ? "The service cannot be reached" : "You are offline"}
        action={retry}
      >
        Check your connection, then try again.
      </EmptyState>
    );
  }
  return (
    <EmptyState inline={inline} icon={CircleAlert} title={`Could not load ${what}`} action={retry}>
      <p>{problem.message}</p>
      <RequestId id={problem.requestId} />
    </EmptyState>
  );
}

/** What was there is not any more. */
export function GoneState({ inline = false, action }: { inline?: boolean; action?: ReactNode }) {
  return (
    <EmptyState inline={inline} icon={SearchX} title="No longer here" action={action}>
      It was deleted, or you no longer have access.
    </EmptyState>
  );
}

interface ForbiddenStateProps {
  problem?: Problem;
  what?: string;
  needs?: string | undefined;
  inline?: boolean;
  action?: ReactNode;
}

/** Says what is not shown, and which role may see it. */
export function ForbiddenState({ problem, what, needs, inline = false, action }: ForbiddenStateProps) {
  const title = "Your role does not allow this";
  const why = problem?.message === `${title}.` ? undefined : problem?.message;
  return (
    <EmptyState inline={inline} icon={Lock} title={title} action={action}>
      {what ? <p>You cannot see {what}.</p> : null}
      {needs ? <p>This requires the role {needs} or higher. Ask a team owner to change your role.</p> : why ? <p>{why}</p> : null}
      <RequestId id={problem?.requestId} />
    </EmptyState>
  );
}

function RequestId({ id }: { id: string | undefined }) {
  if (id === undefined) return null;
  return (
    <p className="mt-1 text-xs text-ink-3">
      Request{" "}
      <span className="inline-flex max-w-full items-center gap-1">
        <code className="min-w-0 truncate">{id}</code>
        <CopyButton text={id} label="Copy request id" />
      </span>
    </p>
  );
}
