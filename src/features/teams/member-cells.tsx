import { roleNames } from "#contract/roles.ts";
import type { memberColumns } from "#contract/teams/member-list.ts";
import type { Member } from "#contract/teams/members.ts";
import type { Cells } from "#lists/list-columns.ts";
import { MemberActs } from "./member-acts.tsx";

interface Options {
  readonly teamId: string;
  /** Who looks at it. */
  readonly userId: string;
  readonly onRemove: (member: Member) => void;
}

export function memberCells({ teamId, userId, onRemove }: Options): Cells<typeof memberColumns, Member> {
  return {
    name: (member) => <MemberName member={member} own={member.id === userId} />,
    email: ({ email }) => <span className="truncate">{email}</span>,
    role: (member) => <span className="truncate">{roleInWords(member)}</span>,
    acts: (member) => <MemberActs teamId={teamId} member={member} onRemove={() => onRemove(member)} />,
  };
}

/** All that a phone says of a member beside the name. */
export function memberLine(member: Member): string {
  return `${member.email} · ${roleInWords(member)}`;
}

function MemberName({ member: { name, email }, own }: { member: Member; own: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium">{name ?? email}</span>
      {own ? <span className="text-ink-3">you</span> : null}
    </span>
  );
}

function roleInWords({ role, inheritedFromOrg }: Member): string {
  return inheritedFromOrg ? `${roleNames[role]} of the organization` : roleNames[role];
}
