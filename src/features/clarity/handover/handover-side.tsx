import type { ReactNode } from "react";
import type { Reply } from "#contract/endpoint.ts";
import type { getClarityAutomation } from "#contract/clarity/automation.ts";
import type { HandoverCheck } from "#contract/clarity/handover/handover-check.ts";
import type { Step } from "#contract/clarity/step.ts";
import { memberName } from "#features/clarity/member-name.ts";
import { PanelSection } from "#features/clarity/panel-section.tsx";
import { AnyLink } from "#ui/link.tsx";
import { SidePanel } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { BuiltDraft, revisionPath } from "./built-draft.tsx";
import { checkLooks, fixOf, stepsInWords } from "./handover-words.ts";

interface HandoverSideProps {
  teamId: string;
  processId: string;
  steps: readonly Step[];
  handover: Reply<typeof getClarityAutomation>;
  members: readonly { readonly id: string; readonly name: string | null; readonly email: string }[];
  /** What else is settled at a handover. */
  children?: ReactNode;
}

/** What the agent needs or still lacks, the worst first, and what became of its draft. */
export function HandoverSide({ teamId, processId, steps, handover, members, children }: HandoverSideProps) {
  const { automation, checks, draft_problems: problems } = handover;
  const isLive = automation?.revision_status === "live";
  const number = new Map(steps.map(({ id }, i) => [id, i + 1]));
  const lines = checks.map((check) => ({
    key: `${check.kind} ${check.subject.name} ${check.step_ids.join()}`,
    look: checkLooks[check.state],
    title: titleOf(check),
    detail: [stepsInWords(check.step_ids, number), detailOf(check, members)].filter(Boolean).join(" · "),
    fix: fixOf(check, { teamId, processId, automation }),
  }));
  const revision = automation && revisionPath(teamId, automation);
  const found = problems.map(({ code, severity, message, subject }) => ({
    key: `${code} ${subject.id ?? subject.name}`,
    look: severity === "blocks" ? ("failed" as const) : ("asks" as const),
    title: subject.name,
    detail: message,
    fix: revision ? { label: isLive ? "Open it" : "Open the draft", link: revision } : undefined,
  }));
  const worst = lines.findIndex(({ look }) => look !== "failed");
  const all = worst < 0 ? [...lines, ...found] : [...lines.slice(0, worst), ...found, ...lines.slice(worst)];
  return (
    <SidePanel title="Handover" wide>
      {automation ? <BuiltDraft teamId={teamId} processId={processId} automation={automation} /> : null}
      <PanelSection title={isLive ? "What the agent needs" : "What the agent still lacks"}>
        <ul className="flex flex-col">
          {all.map(({ key, look, title, detail, fix }) => (
            <li key={key} className="flex items-start gap-2 border-b border-line py-2 text-sm last:border-b-0">
              <span className="pt-0.5">
                <Status look={look} word={looks[look] ?? ""} iconOnly />
              </span>
              <span className="min-w-0 flex-1">
                <span className={look === "done" ? "block break-words" : "block font-medium break-words"}>{title}</span>
                <span className="block text-xs break-words text-ink-2">{detail}</span>
              </span>
              {fix ? (
                <AnyLink link={fix.link} aria-label={`${fix.label}: ${title}`} className="shrink-0 text-accent-ink hover:underline">
                  {fix.label}
                </AnyLink>
              ) : null}
            </li>
          ))}
        </ul>
      </PanelSection>
      {children}
      {isLive ? null : (
        <p className="mt-auto border-t border-line px-4 py-3 text-xs text-ink-2">
          The draft is a revision to review. Nothing is live before it is accepted and made live.
        </p>
      )}
    </SidePanel>
  );
}

const looks: Readonly<Record<string, string>> = { failed: "Lacks", asks: "Open", idle: "Not known", done: "Ready" };

function titleOf({ kind, state, subject }: HandoverCheck): string {
  if (kind === "queue") return "Queue";
  if (kind === "request") return subject.name;
  if (kind === "person") return subject.name || "No role";
  return state === "lacks" && subject.id === null ? `A connection for ${subject.name}` : subject.name || "No system";
}

function detailOf({ kind, message, subject }: HandoverCheck, members: HandoverSideProps["members"]): string {
  return kind === "request" && subject.id !== null ? `Asked ${memberName(members, subject.id)}` : message;
}
