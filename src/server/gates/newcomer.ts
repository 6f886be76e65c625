import { randomBytes, randomUUID } from "node:crypto";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { accounts, organizationMembers, teamMembers } from "#server/teams/teams.table.ts";
import { cheapPasswords } from "#server/testing/cheap-passwords.ts";
import type { PersonName } from "#server/testing/people.ts";
import type { TestService } from "#server/testing/service.ts";
import { type Credentials, byKey, nobody } from "./wire.ts";

/** A person with a password and a session of their own; what happens to it disturbs nobody else. */
export interface Newcomer {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly credentials: Credentials;
}

const password = "correct horse battery";

/** Creates a signed-in Member of the team. */
export async function newcomer(service: TestService): Promise<Newcomer> {
  const { identity, store } = service.app.services;
  const email = `${randomUUID()}@example.com`;
  const id = await identity.createUser(store.db, { email, name: "Newcomer", password });
  await store.db.insert(organizationMembers).values({ organization_id: service.organizationId, user_id: id, role: "organization:member" });
  await store.db.insert(teamMembers).values({ team_id: service.teamId, user_id: id, role: "team:member" });
  return { id, email, password, credentials: await signIn(service, email) };
}

/** Whom the gates let call an endpoint: nobody where nobody has to be known, a new person's session where one is needed, else a key that may. */
export function credentialsFor({ access }: EndpointSpec, service: TestService, self: Newcomer | undefined): Credentials {
  if (access.scope === "public") return nobody;
  return self?.credentials ?? byKey(service.keys[access.scope === "organization" ? "director" : "owner"]);
}

/** A session of a person who so far had keys only. */
export async function sessionOf(service: TestService, name: PersonName): Promise<Credentials> {
  const id = service.ids[name];
  await service.app.services.store.db
    .insert(accounts)
    .values({ userId: id, accountId: id, providerId: "credential", password: await cheapPasswords.hash(password) });
  return signIn(service, `${name}@example.com`);
}

async function signIn({ app }: TestService, email: string): Promise<Credentials> {
  const { identity, store } = app.services;
  // An address of its own: the guesses of other tests must not lock this one out.
  const address = `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
  const { cookies } = await identity.signIn(store.db, { email, password, known: true }, { address, cookies: "" });
  return { cookie: cookies.map((c) => c.split(";")[0]).join("; ") };
}
