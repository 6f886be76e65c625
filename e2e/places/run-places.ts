import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** The start of a team, the inbox and the runs. */
export const runPlaces: PlacesOfArea = {
  full: ({ handover, runs }) => [
    { name: "home", path: "home", shows: "Program failed" },
    { name: "home-of-today", path: "home?time=today", shows: "runs today" },
    { name: "inbox", path: "inbox", shows: "Background", narrow: "Which invoice is it about" },
    { name: "inbox-of-a-kind", path: "inbox?kind=approval", shows: "Pay for the paper?" },
    { name: "inbox-answered", path: "inbox?tab=answered", shows: "R0000323 was charged twice." },
    { name: "inbox-decided", path: "inbox?tab=decided", shows: "Pay it a second time?" },
    { name: "inbox-decided-team", path: "inbox?tab=decided&whose=team&decision=approved", shows: "Is the supplier known?" },
    { name: "inbox-approvals", path: "inbox?tab=approvals", shows: "Pay for the paper?" },
    { name: "inbox-approvals-team", path: "inbox?tab=approvals&whose=team", shows: "All of the team" },
    { name: "runs", path: "runs", shows: "Import the bank statement of October." },
    { name: "runs-none-found", path: "runs?search=nothing-has-this-title", shows: "No matching runs" },
    { name: "run-completed", path: `runs/${runs.completed}`, shows: "findings.csv", narrow: "Kept 2 files" },
    { name: "run-failed", path: `runs/${runs.failed}`, shows: "(exit code 1)" },
    { name: "run-approval", path: `runs/${runs.approval}`, shows: "Approval needed" },
    { name: "run-question", path: `runs/${runs.question}?find=invoice`, shows: "Send answer" },
    { name: "run-handover", path: `runs/${handover.from}`, shows: "Handed off to Reminder clerk" },
    { name: "run-handed-over", path: `runs/${handover.to}`, shows: "Noted: Remind supplier 12" },
  ],
  empty: [
    { name: "home", path: "home", shows: "Put your first agent to work" },
    { name: "inbox", path: "inbox", shows: "You’re all caught up" },
    { name: "inbox-approvals", path: "inbox?tab=approvals", shows: "No approvals waiting for you" },
    { name: "inbox-of-a-kind", path: "inbox?kind=approval", shows: "No matching requests" },
    { name: "inbox-answered", path: "inbox?tab=answered", shows: "Nothing answered yet" },
    { name: "inbox-decided", path: "inbox?tab=decided", shows: "Nothing decided yet" },
    { name: "runs", path: "runs", shows: "No runs yet" },
  ],
  failing: ({ runs }) => [
    { name: "home", path: "home", shows: couldNotLoad },
    { name: "inbox", path: "inbox", shows: couldNotLoad },
    { name: "inbox-approvals", path: "inbox?tab=approvals", shows: couldNotLoad },
    { name: "runs", path: "runs", shows: couldNotLoad },
    { name: "run", path: `runs/${runs.failed}`, shows: couldNotLoad },
  ],
};
