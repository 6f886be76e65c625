import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notificationTypes } from "#contract/notifications/notification-words.ts";
import { getNotificationPreferences } from "#contract/notifications/preferences.ts";
import { lookAtUnsubscribe, openUnsubscribe, unsubscribe } from "#contract/notifications/unsubscribing.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { stopToken } from "./stop-token.ts";

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = stopToken(service.app.services.signer, { userId: service.ids.member, teamId: service.teamId });
});
afterAll(() => service.close());

const mailed = async (as: "member" | "colleague" = "member") => {
  const { preferences } = await service.ok(getNotificationPreferences, { params: { teamId: service.teamId } }, { as });
  return notificationTypes.filter((type) => preferences[type].email);
};
const post = (body: string | FormData | URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/v2/unsubscribe/one-click?token=${token}`, { method: "POST", body, headers });

describe("the link of an email", () => {
  test("says which emails it ends, leads to a page that asks, and ends nothing by that", async () => {
    const before = await mailed();
    expect(before).toContain("case_failed");
    const { subscription } = await service.ok(lookAtUnsubscribe, { body: { token } }, { as: null });
    expect(subscription).toEqual({ team_name: "Team", address: expect.stringContaining("@") });
    const opened = await service.call(openUnsubscribe, { query: { token } }, { as: null });
    expect([opened.status, opened.headers.get("location")]).toEqual([308, `${service.url}/unsubscribe#${token}`]);
    expect(await mailed()).toEqual(before);
  });

  test.each(["urlencoded", "multipart", "nothing"])("ends all emails of the team, for one person, by one click: %s", async (form) => {
    await service.pool.query("delete from notification_preferences");
    const fields = new FormData();
    fields.set("List-Unsubscribe", "One-Click");
    // As mail programs send it: without a cookie and with a form.
    const answer = await post(
      form === "urlencoded" ? new URLSearchParams({ "List-Unsubscribe": "One-Click" }) : form === "multipart" ? fields : "",
    );
    expect(answer.status).toBe(200);
    expect(await mailed()).toEqual([]);
    expect(await mailed("colleague")).toContain("case_failed");
    const { preferences } = await service.ok(getNotificationPreferences, { params: { teamId: service.teamId } }, { as: "member" });
    expect(preferences.case_failed.in_app).toBe(true);
    await service.ok(unsubscribe, { query: { token } }, { as: null });
    expect(await mailed()).toEqual([]);
  });

  test("is nobody else's to make, and takes no large body and no other site", async () => {
    const forged = [token.replace(/^.{4}/, "AAAA"), token.slice(0, -4), `${token.slice(0, -1)}!`];
    for (const bad of forged) {
      await service.fails(unsubscribe, { query: { token: bad } }, "not_found", { as: null });
      await service.fails(lookAtUnsubscribe, { body: { token: bad } }, "not_found", { as: null });
    }
    expect((await post("a".repeat(20_000))).status).toBe(413);
    expect((await post("", { origin: "https://elsewhere.example" })).status).toBe(403);
  });
});
