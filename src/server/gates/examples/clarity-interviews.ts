import { guestOf, interviewOf, linkOf } from "#server/gates/stage/interviews.ts";
import { askedOf } from "#server/gates/stage/clarity-proposals.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import type { Examples } from "./example.ts";

const ofLinked = async (stage: Stage) => ({ params: { process_id: (await linkOf(stage)).process_id } });
const answer = "1. Clerk: check invoice in Ledger";

export const clarityInterviewExamples: Examples<"clarityGuests" | "clarityInterviews" | "clarityInviteLinks"> = {
  clarityInviteLinks: {
    createClarityInviteLink: { input: ofLinked },
    getClarityInviteLink: { input: ofLinked },
    deleteClarityProcessInviteLink: { input: ofLinked },
  },
  clarityInterviews: {
    startClarityInterview: {
      input: async (stage) => {
        const { process_id, request_id: extra_capture_request_id } = await askedOf(stage);
        return { params: { process_id }, body: { extra_capture_request_id } };
      },
    },
    getClarityInterview: { input: async (stage) => ({ params: await interviewOf(stage, "answered") }) },
    answerClarityInterview: {
      input: async (stage) => ({
        params: await interviewOf(stage, "answered"),
        body: { message_index: 3, message: answer, corrects: 1 },
      }),
      also: (_stage, { params }) => [{ params, body: { message_index: 5, message: answer } }],
      compared: ["body.message_index", "body.corrects"],
    },
    askInClarityInterview: {
      input: async (stage) => ({ params: await interviewOf(stage, "answered"), body: { question: "Who pays it?" } }),
    },
    finishClarityInterview: { input: async (stage) => ({ params: await interviewOf(stage, "answered") }), owned: "forbidden" },
  },
  clarityGuests: {
    openClarityGuestInterview: { input: async (stage) => ({ body: await guestOf(stage, "answered") }) },
    consentToClarityGuestInterview: { input: async (stage) => ({ body: { ...(await guestOf(stage)), person: "Clerk" } }) },
    answerClarityGuestInterview: {
      input: async (stage) => ({ body: { ...(await guestOf(stage, "answered")), message_index: 3, message: answer, corrects: 1 } }),
      also: (_stage, { body: { token } }) => [{ body: { token, message_index: 5, message: answer } }],
      compared: ["body.message_index", "body.corrects"],
    },
    finishClarityGuestInterview: { input: async (stage) => ({ body: await guestOf(stage, "answered") }) },
  },
};
