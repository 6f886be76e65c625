import { readDraft } from "#api/drafts.ts";
import type { PendingHumanRequest } from "#contract/runs/human-requests.ts";
import { draftOf } from "./use-answer.ts";

/** What somebody wrote as answers to a request and has not sent. What can be chosen again is no text. */
export function typedAnswers({ id, title, questions = [] }: PendingHumanRequest): { readonly name: string; readonly text: string }[] {
  const given = readDraft(draftOf(id)) ?? {};
  return questions.flatMap(({ question, options = [] }, index) => {
    const [text] = (given[index] ?? []) as readonly string[];
    return options.length > 0 || !text?.trim() ? [] : [{ name: question || title, text }];
  });
}
