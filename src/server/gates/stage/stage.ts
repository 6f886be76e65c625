import { type TeamRole, atLeast } from "#contract/roles.ts";
import { type PersonName, roleOf } from "#server/testing/people.ts";
import type { TestService } from "#server/testing/service.ts";
import type { Newcomer } from "#server/gates/newcomer.ts";

/** For whom an example is prepared, and where. */
export interface Stage {
  readonly service: TestService;
  readonly teamId: string;
  /** Owner of that team: makes what the caller may not make. */
  readonly owner: PersonName;
  /** Whoever is going to call; what people own belongs to this one. */
  readonly as: PersonName;
  /** The signed-in person, for endpoints that take no key. */
  readonly self: Newcomer | undefined;
}

export function stageFor(service: TestService, as: PersonName = "owner"): Stage {
  if (as === "stranger") return { service, teamId: service.strangerTeamId, owner: as, as, self: undefined };
  if (as === "neighbour") return { service, teamId: service.neighbourTeamId, owner: as, as, self: undefined };
  return { service, teamId: service.teamId, owner: "owner", as, self: undefined };
}

export function roleIn(stage: Pick<Stage, "as">): TeamRole {
  if (stage.as === "director") return "team:superadmin";
  return stage.as === "neighbour" || stage.as === "stranger" ? "team:owner" : roleOf[stage.as];
}

/** The caller, or the Owner where the caller's role could not have made the thing. */
export function maker(stage: Stage, least: TeamRole): { as: PersonName } {
  return { as: atLeast(roleIn(stage), least) ? stage.as : stage.owner };
}
