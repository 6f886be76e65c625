import type { MailWords } from "#server/platform/mail/mail-text.ts";
import { linkOf } from "#server/notifications/notifications/notification-link.ts";
import type { Addressee, ToTell } from "./deliveries.store.ts";

/** Of what one message tells; the rest is counted. */
export const mostListed = 20;

/** What an email says of some notifications, the worst of which is the first. */
export function emailWords(baseUrl: string, { team_name, agent_name }: Addressee, members: readonly ToTell[]): MailWords {
  const [worst, ...others] = members;
  if (!worst) throw new Error("An email has something to tell.");
  const why = `You receive this because it concerns your work in the team “${team_name}”.`;
  if (others.length === 0) {
    const note = noteOf(worst);
    return {
      subject: worst.title,
      title: worst.title,
      before: note ? [note] : [],
      action: { label: "View in Caseload", url: baseUrl + linkOf(worst) },
      after: [why],
    };
  }
  const listed = members.slice(0, mostListed);
  const left = members.length - listed.length;
  return {
    subject: `${worst.title}, and ${others.length} more`,
    title: `${members.length} notifications about ${agent_name ?? team_name}`,
    before: [],
    items: listed.map((member) => ({ title: member.title, note: noteOf(member), url: baseUrl + linkOf(member) })),
    action: { label: "Show all notifications", url: `${baseUrl}/t/${worst.team_id}/notifications` },
    after: [...(left > 0 ? [`${left} more are in the console.`] : []), why],
  };
}

/** Of several cases or runs the title has their number. */
function noteOf({ body, occurrences, subjects }: ToTell): string | null {
  const often = occurrences > 1 && subjects === 1 ? `Happened ${occurrences.toLocaleString("en")} times.` : null;
  return [body, often].filter((said) => said !== null).join(" ") || null;
}
