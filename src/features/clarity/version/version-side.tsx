import type { ReactNode } from "react";
import { withTitles } from "#contract/clarity/edit/titled-prose.ts";
import type { StepChange } from "#contract/clarity/flow/step-changes.ts";
import type { Finding } from "#contract/clarity/flow/findings.ts";
import type { Snapshot } from "#contract/clarity/snapshot.ts";
import type { Step } from "#contract/clarity/step.ts";
import { Markdown } from "#ui/markdown.tsx";
import { SidePanel } from "#ui/side-panel.tsx";
import { ChangeList } from "#features/clarity/change-list.tsx";
import { PanelSection as Part } from "#features/clarity/panel-section.tsx";
import { FindingsList } from "./findings-list.tsx";

interface VersionSideProps {
  snapshot: Snapshot;
  steps: readonly Step[];
  changes: readonly StepChange[];
  findings: readonly Finding[];
  /** What else there is to say about it, before its findings. */
  children?: ReactNode;
  onChoose: (id: string) => void;
}

/** What there is to say about a version as a whole, while no step is chosen. */
export function VersionSide({ snapshot, steps, changes, findings, children, onChoose }: VersionSideProps) {
  const data = withTitles(snapshot.data, snapshot.data.steps, steps);
  const swot = "swot" in data ? data.swot : undefined;
  return (
    <SidePanel title="About this version">
      {changes.length > 0 ? (
        <Part title="Unsaved changes" count={changes.length}>
          <ChangeList changes={changes} chosen={undefined} onChoose={onChoose} />
        </Part>
      ) : null}
      {children}
      <Part title={changes.length > 0 ? "Findings after these changes" : "Findings"} count={findings.length}>
        <FindingsList findings={findings} steps={steps} onChoose={onChoose} />
      </Part>
      <Part title="Summary">
        {data.summary ? (
          <p className="text-sm break-words whitespace-pre-wrap">{data.summary}</p>
        ) : (
          <p className="text-sm text-ink-3">None was written.</p>
        )}
      </Part>
      {"projectedImpact" in data && data.projectedImpact ? (
        <Part title="What it brings">
          <div className="text-sm">
            <Markdown text={data.projectedImpact} />
          </div>
        </Part>
      ) : null}
      {swot
        ? points.map(([title, field]) =>
            swot[field].length > 0 ? (
              <Part key={field} title={title}>
                <ul className="list-disc ps-4 text-sm">
                  {swot[field].map((point) => (
                    <li key={point} className="break-words">
                      {point}
                    </li>
                  ))}
                </ul>
              </Part>
            ) : null,
          )
        : null}
    </SidePanel>
  );
}

const points = [
  ["Strengths", "strengths"],
  ["Weaknesses", "weaknesses"],
  ["Opportunities", "opportunities"],
  ["Threats", "threats"],
] as const;
