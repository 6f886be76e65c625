import type { MailWords } from "#server/platform/mail/mail-text.ts";
import { mostListed } from "#server/notifications/deliveries/email-words.ts";
import type { Waiting } from "./waiting.store.ts";

interface Place {
  readonly baseUrl: string;
  readonly teamId: string;
  readonly teamName: string;
}

/** What an email says of what waits for its reader, the longest first. */
export function waitingWords({ baseUrl, teamId, teamName }: Place, waiting: readonly Waiting[]): MailWords {
  const [first, ...others] = waiting;
  if (!first) throw new Error("An email has something to tell.");
  const inbox = `${baseUrl}/t/${teamId}/inbox`;
  const urlOf = ({ run_id, artifact_id }: Waiting) => {
    if (artifact_id !== null) return `${baseUrl}/t/${teamId}/dashboards/${artifact_id}`;
    return run_id === null ? inbox : `${baseUrl}/t/${teamId}/runs/${run_id}`;
  };
  const noteOf = ({ agent_name, artifact_id, minutes }: Waiting) =>
    `${artifact_id === null ? agent_name : `The agent of “${agent_name}”`} has waited for ${spell(minutes)}.`;
  const why = `You receive this because agents in the team “${teamName}” are waiting for your answer.`;
  if (others.length === 0)
    return {
      subject: `Waits for you: ${first.title}`,
      title: first.title,
      before: [noteOf(first)],
      action: { label: "Answer in Caseload", url: urlOf(first) },
      after: [why],
    };
  const left = waiting.length - mostListed;
  return {
    subject: `Waits for you: ${first.title}, and ${others.length} more`,
    title: `${waiting.length} requests wait for you`,
    before: [],
    items: waiting.slice(0, mostListed).map((one) => ({ title: one.title, note: noteOf(one), url: urlOf(one) })),
    action: { label: "Open your inbox", url: inbox },
    after: [...(left > 0 ? [`${left} more are in the console.`] : []), why],
  };
}

function spell(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} hours`;
  return `${Math.floor(minutes / (24 * 60))} days`;
}
