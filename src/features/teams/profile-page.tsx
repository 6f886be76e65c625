import { pathTo } from "#api/path-to.ts";
import { useSession, useTeam } from "#api/session.ts";
import { isEnough } from "#contract/rights.ts";
import { roleNames } from "#contract/roles.ts";
import { listTeamApiKeys } from "#contract/teams/api-keys.ts";
import { IdChip } from "#ui/id-chip.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Page, Section } from "#ui/page.tsx";
import { ApiKeys } from "./api-keys.tsx";
import { Appearance } from "./appearance.tsx";
import { NameForm } from "./name-form.tsx";
import { useKeysOfTeam, useOwnKeys } from "./own-keys.ts";
import { Security } from "./security.tsx";

const linkLook = "text-accent-ink underline underline-offset-2";

export function ProfilePage() {
  const { user, kind, teams } = useSession();
  const team = useTeam();
  const manages = team !== undefined && isEnough(listTeamApiKeys, team.role);
  const own = useOwnKeys();
  const ofTeam = useKeysOfTeam(team?.id ?? "", manages);
  return (
    <Page title="Profile" meta={<IdChip id={user.id} label="Copy your id" />} width="reading">
      <Section title={user.name ?? user.email} description={user.email}>
        {kind === "session" ? (
          <NameForm name={user.name ?? ""} />
        ) : (
          <p className="text-ink-2">You signed in with an API key. Sign in with email and password to change your name or password.</p>
        )}
        <h3 className="mt-6 mb-1 text-sm font-medium">{teams.length === 1 ? "Your team" : "Your teams"}</h3>
        <ul className="text-sm">
          {teams.map((each) => (
            <li key={each.id} className="flex justify-between gap-4 border-t border-line py-1.5">
              <span className="truncate">{each.name}</span>
              <span className="text-ink-3">{roleNames[each.role]}</span>
            </li>
          ))}
        </ul>
      </Section>
      <ApiKeys
        title="Your API keys"
        description={
          <>
            For programs that act on your behalf. A key works until it expires or is revoked, even after you sign out or change your
            password. For Claude, Cursor or VS Code:{" "}
            <AnyLink link={pathTo("/ai-client", {})} className={linkLook}>
              Connect an AI client
            </AnyLink>
            . For programs of your own:{" "}
            <AnyLink link={pathTo("/developers", {})} className={linkLook}>
              Developers
            </AnyLink>
            , with the client, the command line and the API reference.
          </>
        }
        query={own}
      />
      {manages ? (
        <ApiKeys
          title={`API keys of ${team.name}`}
          description="All keys limited to this team, no matter who created them. A key works until it expires or is revoked."
          query={ofTeam}
          teamId={team.id}
        />
      ) : null}
      {kind === "session" ? <Security /> : null}
      <Appearance />
    </Page>
  );
}
