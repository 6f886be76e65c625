// The lists that people keep views of: the service knows their names from here.
import "#contract/agents/agent-list.ts";
import "#contract/agents/automation-list.ts";
import "#contract/library/file-list.ts";
import "#contract/queues/case-list.ts";
import "#contract/queues/queue-list.ts";
import "#contract/runs/run-list.ts";
import "#contract/schedules/schedule-list.ts";
import { documentLists } from "./list.ts";

documentLists();
