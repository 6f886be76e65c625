import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { getClarityAutomation } from "#contract/clarity/automation.ts";
import type { Step } from "#contract/clarity/step.ts";
import { attachRevisionLogin, createCredential } from "#contract/connections/logins.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { clarityPeople } from "#server/clarity/landscape/landscape.table.ts";
import { claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import { integrationOf } from "#server/gates/stage/agents.ts";
import { askedOf, builtOf } from "#server/gates/stage/clarity-proposals.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { handoverChecks } from "./handover-checks.ts";
import { leadsTo, type WayIn } from "./ways-in.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** A process in which a clerk is asked, and an agent works in a system. */
const steps = (system: string | null): Step[] =>
  checking().flatMap((step): Step[] =>
    step.nodeType === "task"
      ? [
          { ...step, targetSteps: [{ stepId: "book", label: null, isDefault: false }] },
          { ...step, id: "book", title: "Book it", nodeSubtype: "service", role: "the service", system },
        ]
      : [step],
  );
const say = (process_id: string, system: string) =>
  service.app.services.store.db
    .update(claritySnapshots)
    .set({ data: { version: 1, steps: steps(system) } })
    .where(eq(claritySnapshots.process_id, process_id));
const checks = async (process_id: string) => (await service.ok(getClarityAutomation, { params: { process_id } })).checks;

const ledger: WayIn = { kind: "connection", id: "l", title: "Connection “Ledger”", names: ["Ledger"], writes: true, used: true };
const nothing = { requests: [], people: [] };
const ofSystem = (system: string | null, ways: WayIn[], drafted = true) =>
  handoverChecks({ ...nothing, steps: steps(system), ways, queues: drafted ? [] : undefined }).find(({ kind }) => kind === "system");

describe("a system", () => {
  it("is reached by what is named after it, as far as that is known", () => {
    expect(ofSystem(null, [ledger])).toMatchObject({ state: "unknown", word: "No system named", fix: "edit_proposal" });
    expect(ofSystem("Bank", [ledger])).toMatchObject({ state: "lacks", word: "No connection", fix: "connect" });
    expect(ofSystem("ledger", [ledger])).toMatchObject({ state: "ready", subject: { id: "l", name: "ledger" }, step_ids: ["book"] });
    expect(ofSystem("Ledger", [{ ...ledger, used: false }])).toMatchObject({ state: "lacks", fix: "choose_connection" });
    expect(ofSystem("Ledger", [{ ...ledger, used: false }], false)).toMatchObject({ state: "ready" });
    expect(ofSystem("Ledger", [{ ...ledger, writes: false }])).toMatchObject({
      state: "lacks",
      word: "Cannot write",
      fix: "open_connection",
    });
    expect(ofSystem("Ledger", [{ ...ledger, writes: undefined }])).toMatchObject({ state: "unknown", word: "Rights not known" });
    expect(ofSystem("Ledger", [{ ...ledger, kind: "login", used: false }])).toMatchObject({ fix: "choose_login" });
    expect(ofSystem("Ledger", [{ ...ledger, id: "other", used: false }, ledger])).toMatchObject({ subject: { id: "l" } });
  });

  it("is known by the beginning of a word, in any script, and by nothing less", () => {
    const named = (...names: string[]) => ({ names });
    for (const [names, system] of [
      [["Our Ledger"], "ledger"],
      [["ledger.example.com"], "Ledger"],
      [["Mailbox"], "Mail"],
      [["Бухгалтерия 1С"], "бухгалтерия"],
    ] as const)
      expect(leadsTo(named(...names), system), system).toBe(true);
    for (const system of ["edger", "Ledger two", "–", ""]) expect(leadsTo(named("Our Ledger"), system), system).toBe(false);
  });
});

describe("what an agent lacks", () => {
  it("is a way into each system, a person for each role, an answer, and a queue once there is a draft", async () => {
    const { process_id } = await askedOf(stageFor(service));
    const [request] = await checks(process_id);
    await say(process_id, "Ledger");
    expect(await checks(process_id)).toMatchObject([
      { kind: "system", state: "lacks", step_ids: ["book"] },
      { kind: "person", state: "lacks", step_ids: ["check"], subject: { name: "Clerk" }, fix: "name_person" },
      { kind: "queue", state: "unknown", step_ids: [], fix: null },
    ]);
    const asked = (await checks((await askedOf(stageFor(service))).process_id)).find(({ kind }) => kind === "request");
    expect(asked).toMatchObject({
      state: "asks",
      step_ids: ["check"],
      word: "Asked for",
      message: "No one is asked yet.",
      fix: "answer_request",
    });
    expect(request?.kind).toBe("person");
  });

  it("is there once the draft uses it", async () => {
    const { process_id, agent_id, build_id } = await builtOf(stageFor(service));
    await say(process_id, "Bank");
    const of = { teamId: service.teamId, userId: service.ids.owner };
    const body = { domain: "bank.example.com", username: "agent", password: "secret", shared: true };
    const credential = await service.ok(createCredential, { params: of, body });
    const system = async () => (await checks(process_id)).find(({ kind }) => kind === "system");
    expect(await system()).toMatchObject({ state: "lacks", subject: { id: credential.id }, fix: "choose_login" });
    const revision = { agentId: agent_id, buildId: build_id };
    await service.ok(attachRevisionLogin, { params: revision, body: { exposedCredentialId: credential.id } });
    expect(await system()).toMatchObject({ state: "unknown", word: "Rights not known" });
    const person = { id: process_id, process_id, user_id: service.ids.member, role: "clerk" };
    await service.app.services.store.db.insert(clarityPeople).values(person);
    const { queue } = await service.ok(createQueue, { params: { teamId: service.teamId }, body: { name: "Invoices" } });
    const slot = { agent_id, build_id, integration_id: await integrationOf(stageFor(service), "case-queue-consumer") };
    await service.ok(attachRevisionIntegrations, { params: { agent_id, build_id }, body: { integration_ids: [slot.integration_id] } });
    await service.ok(replaceRevisionIntegrationQueues, { params: slot, body: { queue_ids: [queue.id] } });
    expect((await checks(process_id)).filter(({ kind }) => kind !== "system")).toMatchObject([
      { kind: "person", state: "ready", subject: { id: service.ids.member, name: "Clerk" } },
      { kind: "queue", state: "ready", subject: { id: queue.id }, word: "Invoices", message: "Invoices, handles cases." },
    ]);
  });
});
