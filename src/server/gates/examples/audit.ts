import { sealEntries } from "#server/audit/seals/seal-entries.ts";
import { enteredAgent } from "#server/gates/stage/audit.ts";
import { organizationOf } from "#server/gates/stage/teams.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import type { Examples } from "./example.ts";

const id = "00000000-0000-4000-8000-000000000001";
const narrowed = {
  search: "agent",
  kind: "agent",
  person: id,
  door: "api_key",
  since: "2026-01-31T09:30:00.000Z",
  type: "agent.created",
  object_id: id,
} as const;
const ofOrganization = async (stage: Stage) => ({ params: { orgId: await organizationOf(stage) } });

export const auditExamples: Examples<"audit" | "auditVerification"> = {
  audit: {
    listAuditEntries: {
      input: async (stage) => ({ ...(await ofOrganization(stage)), query: { object_id: await enteredAgent(stage), limit: 10 } }),
      also: (_stage, { params }) => [{ params, query: { ...narrowed, after: "2026-01-31T09:30:00.000Z_12" } }],
    },
    exportAuditEntries: {
      input: async (stage) => ({
        ...(await ofOrganization(stage)),
        body: { ...narrowed, format: "csv" as const, columns: ["at", "event"] },
      }),
      also: (_stage, { params }) => [{ params, body: { format: "json" } }],
    },
  },
  auditVerification: {
    verifyAuditLog: {
      input: async (stage) => {
        await enteredAgent(stage);
        await sealEntries(stage.service.app.services, () => false);
        return { ...(await ofOrganization(stage)), query: { after: 0 } };
      },
    },
  },
};
