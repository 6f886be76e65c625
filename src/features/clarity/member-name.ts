interface Member {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
}

/** What a person is called in a sentence. */
export function memberName(members: readonly Member[], userId: string): string {
  const member = members.find(({ id }) => id === userId);
  return member ? (member.name ?? member.email) : "a former member";
}
