/** A team's skill, or with `team_id` null one that comes with the service. */
export interface SkillSummary {
  readonly id: string;
  readonly team_id: string | null;
  readonly name: string;
  readonly description: string;
}
