/** How the practice model proposes, as the console prints it. `change`: which of the three choices these rules are followed in. */
export const printedReadiness: readonly (readonly [rule: string, says: string])[] = [
  ["Approve, release, sign, decide", "A person is asked: a decision stays with its role"],
  ["Pay, transfer, refund, reserve money", "Stays outside: an agent moves no money"],
  ["Send, notify, ask, write, remind", "The agent does it, as a message"],
  ["A system is named", "The agent does it there"],
  ["No system is named", "Stays outside, and a capture is asked for"],
  ["High readiness", "Two captures tell the step, its system is named, and nothing about it is open"],
  [
    "A capture is asked for",
    "One capture only, no system, no role that decides, an open question, a failure without handling, or no volume",
  ],
];
