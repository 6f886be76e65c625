/** Of dashboards. Their bodies are `error` alone (the specification), so the code has to say it. */
export const dashboardErrors = {
  no_page: { status: 409, message: "This dashboard has no page yet. Wait until its first version is there." },
  generating: { status: 409, message: "A version is being written. Wait until it is done, or stop it." },
  no_question: { status: 409, message: "No question waits for this answer." },
  chromium_unavailable: {
    status: 503,
    message: "This installation cannot make PDF files: it has no Chromium. Export the page as HTML and print that.",
  },
} as const;
