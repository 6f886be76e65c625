import { callWith } from "#api/client.ts";
import { type AuditProblem, verifyAuditLog } from "#contract/audit/verification.ts";
import type { Reply } from "#contract/endpoint.ts";

/** What is known of the log once some or all of it was compared. */
export interface Verified extends Pick<Reply<typeof verifyAuditLog>, "through" | "unsealed" | "head"> {
  readonly checked: number;
  readonly problems: readonly AuditProblem[];
  readonly done: boolean;
}

/** Compares the whole log, some seals at a time. */
export async function* verifyLog(orgId: string, signal: AbortSignal): AsyncGenerator<Verified> {
  const problems: AuditProblem[] = [];
  let checked = 0;
  for (let after: number | null = 0; after !== null;) {
    const answer: Reply<typeof verifyAuditLog> = await callWith(verifyAuditLog, { params: { orgId }, query: { after } }, { signal });
    checked += answer.checked;
    problems.push(...answer.problems);
    after = answer.next;
    const { through, unsealed, head } = answer;
    yield { checked, problems: [...problems], through, unsealed, head, done: after === null };
  }
}
