import { atLeast, type TeamRole } from "#contract/roles.ts";
import { useTeam } from "./session.ts";

/** Whether the signed-in person has at least this role in the team of the address. The service decides again. */
export function useMay(role: TeamRole): boolean {
  const team = useTeam();
  return team !== undefined && atLeast(team.role, role);
}
