import { expect } from "vitest";
import type { Page } from "#contract/dashboards/page.ts";
import type { ArtifactMessage } from "#contract/dashboards/dashboard.ts";
import { getDashboard } from "#contract/dashboards/dashboards.ts";
import { createDashboard, listDashboardMessages, sendDashboardMessage } from "#contract/dashboards/messages.ts";
import { findDashboardRecord, headOf } from "#server/dashboards/dashboards/dashboards.store.ts";
import type { PersonName } from "#server/testing/people.ts";
import type { TestService } from "#server/testing/service.ts";

/** What tests of turns do with dashboards of one person. */
export function designing(service: TestService, as: PersonName = "owner") {
  const { db } = service.app.services.store;
  const at = (artifactId: string) => ({ params: { artifactId } });
  const status = async (id: string) => (await service.ok(getDashboard, at(id), { as })).artifact.status;
  const ends = async (id: string, how = "completed") => {
    await expect.poll(() => status(id)).toBeOneOf(["completed", "failed", "interrupted"]);
    expect(await status(id)).toBe(how);
  };
  const messages = async (id: string): Promise<ArtifactMessage[]> =>
    (await service.ok(listDashboardMessages, { ...at(id), query: {} }, { as })).data;
  const last = async (id: string) => (await messages(id)).at(-1) as ArtifactMessage;
  const page = async (id: string): Promise<Page | undefined> => {
    const dashboard = await findDashboardRecord(db, id);
    return dashboard && (await headOf(db, dashboard))?.page;
  };
  return {
    at,
    status,
    ends,
    messages,
    last,
    page,
    async create(message: string, how = "completed"): Promise<string> {
      const { artifact_id } = await service.ok(createDashboard, { body: { message, team_id: service.teamId } }, { as });
      await ends(artifact_id, how);
      return artifact_id;
    },
    async send(id: string, message: string, body: object = {}, how = "completed"): Promise<void> {
      await service.ok(sendDashboardMessage, { ...at(id), body: { message, ...body } }, { as });
      await ends(id, how);
    },
  };
}
