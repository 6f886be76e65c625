import { createHash, randomBytes, randomUUID } from "node:crypto";
import { owner, type Service, sessionOf } from "./service.ts";

/**
 * An organization in a running service, with a team and an owner of its own: nobody else's work can be seen from it. No operation makes one, and
 * a service of its own would take ten times as long to start. Its process is not the test's to end.
 */
export async function organizationIn(service: Service): Promise<Service> {
  const email = `owner-${randomUUID()}@example.com`;
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  await service.query(
    `with person as (insert into users (id, name, email, email_verified) values (gen_random_uuid(), 'owner', $1, true) returning id),
      account as (insert into accounts (id, user_id, account_id, provider_id, password)
        select gen_random_uuid(), p.id, p.id::text, a.provider_id, a.password from person p, accounts a join users u on u.id = a.user_id where u.email = $2),
      organization as (insert into organizations (id, name) values (gen_random_uuid(), 'example.com') returning id),
      team as (insert into teams (id, organization_id, name) select gen_random_uuid(), id, 'Main' from organization returning id),
      member as (insert into organization_members (organization_id, user_id, role)
        select o.id, p.id, 'organization:executive' from organization o, person p),
      owns as (insert into team_members (team_id, user_id, role) select t.id, p.id, 'team:owner' from team t, person p)
    insert into api_keys (id, user_id, name, hint, hash) select gen_random_uuid(), id, 'Programs', $3, $4 from person`,
    [email, owner.email, key.slice(0, 10), createHash("sha256").update(key).digest("hex")],
  );
  const ends = () =>
    Promise.reject(new Error("Other tests use this service too: `test.use({ ownProcess: true })` starts one that may end."));
  return {
    ...service,
    email,
    key,
    session: await sessionOf(service.url, email),
    kill: ends,
    restart: ends,
    end: ends,
    stop: ends,
  };
}
