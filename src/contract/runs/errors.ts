export const runErrors = {
  no_live_revision: { status: 409, message: "This agent has no live revision. Make one live, then start the run." },
  run_failed: { status: 400, message: "A failed run cannot receive messages. Start another run." },
  not_accepting_messages: { status: 409, message: "Code is running. It can receive a message once it ends." },
  not_waiting: { status: 409, message: "This run is not waiting for an answer." },
  already_answered: { status: 409, message: "This request is already answered or closed." },
  wrong_answer: { status: 400, message: "The answer does not match the request." },
  sandbox_expired: { status: 409, message: "This sandbox has expired." },
  sandbox_in_use: { status: 409, message: "A run is working in this sandbox." },
} as const;
