import { list } from "#contract/list.ts";

/** What people answered, newest first. */
export const answerList = list({ name: "answers", words: ["answer", "answers"], filters: {} });
