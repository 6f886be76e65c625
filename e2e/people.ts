import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";
import type { TeamRole } from "#contract/roles.ts";
import { owner, type Service } from "./service.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Somebody else in a team, with the owner's password. Made in the store: an invite would take a mail or a link, which other journeys are about. */
export async function joinTeam(service: Service, teamId: string, name: string, role: TeamRole): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}-${randomUUID()}@example.com`;
  const { rows } = await service.query("insert into users (id, name, email) values (gen_random_uuid(), $1, $2) returning id", [
    name,
    email,
  ]);
  const [{ id }] = rows as [{ id: string }];
  await service.query(
    "insert into accounts (id, user_id, account_id, provider_id, password) select gen_random_uuid(), $1::uuid, $1::text, provider_id, password from accounts limit 1",
    [id],
  );
  await service.query("insert into team_members (team_id, user_id, role) values ($1, $2, $3)", [teamId, id, role]);
  return { id, name, email };
}

/** Signs that person in and opens a place of the team. */
export async function openAs(page: Page, service: Service, { email }: Person, place: string): Promise<void> {
  const answer = await page.request.post(`${service.url}/v2/session`, { data: { email, password: owner.password } });
  expect(answer.ok()).toBe(true);
  await page.goto(service.url + place);
}
