import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { answerClarityGuestInterview, consentToClarityGuestInterview, openClarityGuestInterview } from "#contract/clarity/guests.ts";
import { interviewQuestions } from "#contract/clarity/interview-questions.ts";
import { createClarityInviteLink } from "#contract/clarity/invite-links.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { type TestService, startService } from "#server/testing/service.ts";

// A real HTTP server that speaks the protocol of OpenAI, streaming included.
const provider = new LLMock({ port: 0, latency: 1 });
let service: TestService;
beforeAll(async () => {
  await provider.start();
  const env = { MODEL_BASE_URL: `${provider.url}/v1`, MODEL_API_KEY: "provider-key", MODEL_DEFAULT: "some-model" };
  service = await startService({ env });
});
afterEach(() => void provider.clearFixtures());
afterAll(async () => {
  await service.close();
  await provider.stop();
});

it("a guest is asked by a model of a provider, and by the printed list where it refuses", async () => {
  const guest = { as: null } as const;
  const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name: "Pay" } });
  const { invite_link } = await service.ok(createClarityInviteLink, { params: { process_id: process.id } });
  const token = invite_link.url.split("/c/")[1] ?? "";
  const page = (await service.ok(openClarityGuestInterview, { body: { token } }, guest)).guest;
  expect(page.consent[0]).toBe("An AI model asks the questions.");
  await service.ok(consentToClarityGuestInterview, { body: { token, person: "AP clerk" } }, guest);
  const answer = async (message_index: number, message: string) =>
    (await service.ok(answerClarityGuestInterview, { body: { token, message_index, message } }, guest)).guest.interview;

  provider.onMessage(/By mail/, { toolCalls: [{ name: "ask_next", arguments: '{"question":"Who opens the mail?"}' }] });
  expect(await answer(1, "By mail")).toMatchObject({ question: "Who opens the mail?", planned: null });
  const request = provider.getLastRequest()?.body as {
    model: string;
    messages: { role: string; content: string }[];
    tools: { function: { name: string } }[];
  };
  expect(request.model).toBe("some-model");
  expect(request.tools.map((tool) => tool.function.name)).toEqual(["ask_next", "finish"]);
  expect(JSON.parse(request.messages[1]?.content ?? "")).toMatchObject({ process: "Pay", transcript: [{}, { message: "By mail" }] });

  provider.clearFixtures();
  provider.onMessage(/./, { error: { message: "No credit", type: "insufficient_quota" }, status: 401 });
  expect((await answer(3, "The clerk"))?.question).toBe(interviewQuestions[1]);
});
