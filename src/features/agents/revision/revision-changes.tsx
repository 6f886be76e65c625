import type { Config } from "#contract/agents/config.ts";
import { differencesOf } from "#features/agents/comparison/compare-sections.ts";
import { ComparisonSection } from "#features/agents/comparison/comparison-section.tsx";
import { useSkillNames } from "#features/agents/comparison/use-skill-names.ts";

interface RevisionChangesProps {
  teamId: string;
  before: Config | null;
  after: Config | null;
  beforeTitle: string;
  /** What is said where the configurations are equal. */
  equal: string;
}

/** In what two configurations differ, one below the other. */
export function RevisionChanges({ teamId, before, after, beforeTitle, equal }: RevisionChangesProps) {
  const skillNames = useSkillNames(teamId, before, after);
  const differences = before && after ? differencesOf({ config: before, skillNames }, { config: after, skillNames }) : [];
  const look = { teamId, beforeTitle, afterTitle: "Now", layout: "unified", whole: false, scroller: null } as const;
  if (differences.length === 0) return <p className="text-ink-2">{equal}</p>;
  return (
    <div className="flex flex-col gap-4">
      {differences.map((section) => (
        <ComparisonSection key={section.id} section={section} look={look} />
      ))}
    </div>
  );
}
