import { afterAll, beforeAll, expect, it } from "vitest";
import { getClarityProcess } from "#contract/clarity/processes.ts";
import { dataVersion } from "#contract/clarity/snapshot.ts";
import { lockProcess } from "#server/clarity/processes/processes.store.ts";
import { versionOf } from "#server/gates/stage/clarity.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { findLive, insertSnapshot, settledStatus } from "./snapshots.store.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

it("a draft that waited for a save is newer than what was saved", async () => {
  const { db } = service.app.services.store;
  const { process_id, kind } = await versionOf(stageFor(service));
  const made = { process_id, kind, creator_type: "ai", user_id: null, current_process_id: null } as const;
  const data = { version: dataVersion, steps: checking() };
  const parent_id = (await findLive(db, process_id, kind))?.id ?? null;
  const status = await db.transaction(async (late) => {
    // Its transaction has begun, and has to wait for the process.
    await late.execute("select now()");
    await db.transaction(async (first) => {
      await lockProcess(first, process_id);
      await insertSnapshot(first, { ...made, parent_id, data }, "live");
    });
    await lockProcess(late, process_id);
    await insertSnapshot(late, { ...made, parent_id, data }, "draft");
    return settledStatus(late, process_id);
  });
  expect(status).toBe("review");
  expect((await service.ok(getClarityProcess, { params: { process_id } })).current_process_versions[0]?.status).toBe("draft");
});
