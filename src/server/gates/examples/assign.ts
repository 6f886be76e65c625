import { randomUUID } from "node:crypto";
import { type Examples, ofAgent } from "./example.ts";
import { otherBodies } from "./triggers.ts";

const timing = {
  frequency: "hourly" as const,
  time: "09:30",
  timezone: "Europe/Berlin",
  day: "monday" as const,
  day_of_month: 31,
  cron: "0 9 * * 1-5",
};
const schedule = { enabled: true, ...timing, recurring: true, catch_up: "all" as const, overlap: "allow" as const };
const cases = { queue_id: randomUUID(), agent_id: randomUUID(), priority: "high" as const, title_contains: "Invoice" };

export const assignExamples: Examples<"assign"> = {
  assign: {
    getAgentReadiness: { input: ofAgent },
    assignAgent: {
      input: async (stage) => ({ ...(await ofAgent(stage)), body: { assignment: { to: "schedule", schedule } } }),
      also: (_stage, { params }) => [
        {
          params,
          body: {
            assignment: { to: "queue", case_trigger: { case_queue_id: randomUUID(), enabled: true, concurrency: 1 }, adds_queue: true },
          },
        },
        {
          params,
          body: {
            assignment: {
              to: "event",
              trigger: { integration_slug: "cases", trigger_type: "case_created", filter_config: cases, enabled: true },
            },
          },
        },
        ...otherBodies.map((trigger) => ({ params, body: { assignment: { to: "event" as const, trigger } } })),
      ],
      compared: ["body.assignment|2.trigger.trigger_type", "body.assignment|2.trigger.integration_instance_id"],
    },
  },
};
