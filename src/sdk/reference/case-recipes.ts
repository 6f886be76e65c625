import { curlOf, programOf, type Recipe } from "./recipe.ts";

export const caseRecipes: readonly Recipe[] = [
  {
    id: "create-a-queue",
    title: "Create a queue",
    words: "A queue holds the cases that agents or people handle. Its name is unique in the team.",
    needs: ["TEAM_ID"],
    curl: curlOf("POST", "/v2/teams/$TEAM_ID/queues", `'{ "name": "Refunds", "description": "Wait for a decision" }'`),
    program: programOf(`const { queue } = await caseload.queues.create({
  teamId: process.env.TEAM_ID,
  name: "Refunds",
  description: "Wait for a decision",
});
console.log(queue.id, queue.name);`),
    command: `npx caseload queues create --name Refunds --description "Wait for a decision"`,
  },
  {
    id: "add-cases",
    title: "Add cases to a queue",
    words:
      "Up to 100 at once. The call may be repeated: with the same Idempotency-Key nothing is added twice. The client sends one by itself.",
    needs: ["QUEUE_ID"],
    curl: curlOf(
      "POST",
      "/v2/queues/$QUEUE_ID/cases",
      `'{
    "cases": [
      { "title": "Refund 4711", "priority": "high" },
      { "title": "Refund 4712", "data": "{\\"amount\\": 12.5}" }
    ]
  }'`,
    ),
    program: programOf(`const { added_cases } = await caseload.cases.create({
  queue_id: process.env.QUEUE_ID,
  cases: [
    { title: "Refund 4711", priority: "high" },
    { title: "Refund 4712", data: JSON.stringify({ amount: 12.5 }) },
  ],
});
for (const { id, title } of added_cases) console.log(id, title);`),
    command: `npx caseload cases create "$QUEUE_ID" --json --cases '[
  { "title": "Refund 4711", "priority": "high" },
  { "title": "Refund 4712" }
]'`,
  },
  {
    id: "search-cases",
    title: "Search cases",
    words: "By state, priority, labels, time and text. The client reads every page; each answer has at most 100 cases.",
    needs: ["QUEUE_ID"],
    curl: curlOf(
      "POST",
      "/v2/queues/$QUEUE_ID/cases/search",
      `'{
    "filters": { "status": ["pending"], "priority": ["high"] },
    "search": "refund", "limit": 100, "offset": 0
  }'`,
    ),
    program: programOf(`const found = caseload.cases.search({
  queue_id: process.env.QUEUE_ID,
  filters: { status: ["pending"], priority: ["high"] },
  search: "refund",
});
for await (const { id, title } of found) console.log(id, title);`),
    command: `npx caseload cases search "$QUEUE_ID" --search refund \\
  --filters '{ "status": ["pending"], "priority": ["high"] }'`,
  },
  {
    id: "change-a-case",
    title: "Complete a case",
    words: "Priority, title, data and state are changed by one operation. A case that an agent is working on refuses it.",
    needs: ["CASE_ID"],
    curl: curlOf("PATCH", "/v2/cases/$CASE_ID", `'{ "status": "completed", "priority": "none" }'`),
    program: programOf(`const changed = await caseload.cases.update({
  case_id: process.env.CASE_ID,
  status: "completed",
  priority: "none",
});
console.log(changed.case.title, changed.case.status);`),
    command: `npx caseload cases update "$CASE_ID" --status completed --priority none --json`,
  },
];
