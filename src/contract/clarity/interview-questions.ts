/** What an interview asks where no model does. One question for each open question of the process follows. */
export const interviewQuestions: readonly string[] = [
  "What starts this work? Say what arrives, from whom, and how you notice it.",
  "Who does what, with which tool, in which order? Write one step a line, such as “1. Clerk: check invoice in Ledger”.",
  "What is different in some cases? Write what the case is and what you do then, such as “if total over 100: Owner: approve invoice”.",
  "What happens at the same time? Write who does it and with which tool, or “nothing”.",
  "How does the work end? Say what is done then, and who is told.",
];
