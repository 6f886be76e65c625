import { inviteLinkDays } from "#contract/clarity/invite-links.ts";

interface Asking {
  readonly invitedBy: string | null;
  readonly byModel: boolean;
}

/** What a guest agrees to, a sentence or two each. */
export function consentTo({ invitedBy, byModel }: Asking): string[] {
  const who = invitedBy ?? "The person who sent the link";
  return [
    byModel ? "An AI model asks the questions." : "The questions come from a printed list.",
    "Your answers are kept with your name or role, and are quoted beside the steps that they describe.",
    `${who} and their team can read them, and ask questions too. You see only this interview.`,
    "You can stop at any time. To have your answers deleted, ask the person who sent you this link.",
    `The link works for ${inviteLinkDays} days, or until it is ended. It is for you: anyone who has it sees your answers.`,
  ];
}
