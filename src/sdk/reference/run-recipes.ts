import { curlOf, programOf, type Recipe } from "./recipe.ts";

export const runRecipes: readonly Recipe[] = [
  {
    id: "create-an-agent",
    title: "Create an agent",
    words:
      "With a first revision, which is live at once. The model scripted follows the steps that you write, without AI: name another model for real work.",
    needs: ["TEAM_ID"],
    curl: curlOf(
      "POST",
      "/v2/teams/$TEAM_ID/agents",
      `'{
    "name": "Checker",
    "build": {
      "name": "First",
      "config": { "version": "v1", "data": { "model": "scripted", "input": "say Checked" } }
    }
  }'`,
    ),
    program: programOf(`const { agent } = await caseload.agents.create({
  teamId: process.env.TEAM_ID,
  name: "Checker",
  build: {
    name: "First",
    config: { version: "v1", data: { model: "scripted", input: "say Checked" } },
  },
});
console.log(agent.id, agent.name);`),
    command: `npx caseload agents create --name Checker --json --build '{
  "name": "First",
  "config": { "version": "v1", "data": { "model": "scripted", "input": "say Checked" } }
}'`,
  },
  {
    id: "start-a-run",
    title: "Start a run",
    words: "The answer is there at once. The run works on its own, and continues when the service is restarted.",
    needs: ["TEAM_ID", "AGENT_ID"],
    curl: curlOf("POST", "/v2/teams/$TEAM_ID/runs", `"{ \\"agent_id\\": \\"$AGENT_ID\\", \\"message\\": \\"Check the invoices\\" }"`),
    program: programOf(`const { run } = await caseload.runs.start({
  teamId: process.env.TEAM_ID,
  agent_id: process.env.AGENT_ID,
  message: "Check the invoices",
});
console.log(run.id, run.status);`),
    command: `npx caseload runs start --agent-id "$AGENT_ID" --message "Check the invoices" --json`,
  },
  {
    id: "follow-a-run",
    title: "Follow a run until it ends",
    words: "The client tells each message once, also when the connection breaks. With curl you ask again until the state is final.",
    needs: ["RUN_ID"],
    curl: `until ${curlOf("GET", "/v2/runs/$RUN_ID/details").replaceAll("\n", "\n  ")} |
    grep -Eq '"status":"(completed|failed|interrupted)"'; do sleep 1; done
${curlOf("GET", "/v2/runs/$RUN_ID/messages")}`,
    program: programOf(`for await (const message of caseload.runs.follow({ run_id: process.env.RUN_ID })) {
  if (message.text_content) console.log(\`\${message.role}: \${message.text_content}\`);
}
const { run } = await caseload.runs.getDetails({ run_id: process.env.RUN_ID });
console.log(run.status);`),
    command: `npx caseload runs follow "$RUN_ID"`,
  },
  {
    id: "answer-a-question",
    title: "Answer what a run asks",
    words: "A run that waits for a person continues with the answer. Approvals take approved, questions take answers.",
    needs: ["TEAM_ID", "RUN_ID", "REQUEST_ID"],
    curl: `${curlOf("GET", "/v2/teams/$TEAM_ID/human-requests?state=pending")}
${curlOf("POST", "/v2/runs/$RUN_ID/human-requests/$REQUEST_ID/respond", `'{ "approved": true }'`)}`,
    program: programOf(`const waiting = caseload.runs.listHumanRequests({ teamId: process.env.TEAM_ID, state: "pending" });
for await (const request of waiting) {
  if (request.run_id !== process.env.RUN_ID) continue;
  const answer = { run_id: request.run_id, request_id: request.id, approved: true };
  const { human_request } = await caseload.runs.respondToHumanRequest(answer);
  console.log(human_request.title, human_request.response);
}`),
    command: `npx caseload runs list-human-requests --state pending
npx caseload runs respond-to-human-request "$RUN_ID" "$REQUEST_ID" --approved --json`,
  },
  {
    id: "give-a-run-files",
    title: "Give a run files",
    words: "A sandbox is the folder of a run. Fill it before the run starts, and read from it when the run has ended.",
    needs: ["SANDBOX_ID"],
    curl: `printf 'number;total\\n4711;12.50\\n' > invoices.csv
${curlOf("POST", "/v2/sandboxes/$SANDBOX_ID/files?path=/workspace/invoices.csv")} \\
  -H "Content-Type: application/octet-stream" --data-binary @invoices.csv
url=$(${curlOf("GET", "/v2/sandboxes/$SANDBOX_ID/download-url?path=/workspace/invoices.csv").replaceAll("\n", "\n  ")} |
  sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p')
curl --fail-with-body -sS "$url"`,
    program: programOf(`const sandbox_id = process.env.SANDBOX_ID;
const path = "/workspace/invoices.csv";
await caseload.sandboxes.uploadFile({ sandbox_id, path, content: "number;total\\n4711;12.50\\n" });
const file = await caseload.sandboxes.download({ sandbox_id, path });
console.log(await file.text());`),
    command: `printf 'number;total\\n4711;12.50\\n' > invoices.csv
npx caseload sandboxes upload-file "$SANDBOX_ID" --path /workspace/invoices.csv --content invoices.csv
npx caseload sandboxes download "$SANDBOX_ID" --path /workspace/invoices.csv`,
  },
  {
    id: "schedule-runs",
    title: "Run an agent every morning",
    words: "In the time zone that you name, also when clocks change. The schedule starts runs of the revision that is live then.",
    needs: ["AGENT_ID"],
    curl: curlOf(
      "POST",
      "/v2/agents/$AGENT_ID/schedules",
      `'{ "enabled": true, "frequency": "daily", "time": "07:30", "timezone": "Europe/Berlin" }'`,
    ),
    program: programOf(`const schedule = await caseload.schedules.create({
  agent_id: process.env.AGENT_ID,
  enabled: true,
  frequency: "daily",
  time: "07:30",
  timezone: "Europe/Berlin",
});
console.log(schedule.id, schedule.frequency, schedule.time);`),
    command: `npx caseload schedules create "$AGENT_ID" --json \\
  --enabled --frequency daily --time 07:30 --timezone Europe/Berlin`,
  },
];
