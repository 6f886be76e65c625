/** A skill that comes with the service is the same for everybody: it can be read, but not changed or downloaded. */
export function mayChangeSkill({ team_id }: { readonly team_id: string | null }): boolean {
  return team_id !== null;
}
