/** What an operation is called in the client: `caseload.runs.list`. */
export interface SdkName {
  readonly noun: string;
  readonly verb: string;
}

/** Where the rule below leaves a qualifier that says nothing beside the noun, or takes away one that does. Names are part of the API: none changes. */
const verbs: Readonly<Record<string, string>> = {
  clearQueueCases: "clear",
  consumeAgentSuggestion: "consume",
  createAgentCaseTrigger: "create",
  createCaseQueueEvalRubric: "create",
  createOrgTeam: "createTeam",
  createTeamApiKey: "createForTeam",
  createTeamInvite: "create",
  deleteAgentCaseTrigger: "delete",
  deleteCaseQueueEvalRubric: "delete",
  deleteTeamInvite: "delete",
  exportAuditEntries: "export",
  findTeamCases: "find",
  getAgentCaseTrigger: "get",
  getCaseQueueEvalRubrics: "list",
  getPromotePreflight: "get",
  getTeamInviteUrl: "getUrl",
  getTeamScheduleWeek: "getWeek",
  inviteOrgMember: "inviteMember",
  listAgentCaseTriggers: "list",
  listAgentRevisions: "list",
  listAgentSchedules: "list",
  listAgentSuggestions: "list",
  listAgentTriggerTypes: "listTypes",
  listAgentTriggers: "list",
  listAllAgentSchedules: "listAll",
  listAuditEntries: "list",
  listMyOrganizations: "list",
  listMyTeams: "list",
  listOrgTeams: "listTeams",
  listTeamApiKeys: "listOfTeam",
  listTeamInvites: "list",
  previewAgentCaseTriggerConflicts: "previewConflicts",
  previewAgentCaseTriggerDeletion: "previewDeletion",
  rejectAgentSuggestion: "reject",
  replaceCaseQueueEvalRubrics: "replace",
  startAgentRun: "startOfAgent",
  streamEvents: "stream",
  updateAgentCaseTrigger: "update",
  updateCaseQueueEvalRubric: "update",
  updateTeamInvite: "update",
  upsertAgentTrigger: "upsert",
};

/** An operation's name without the words of its area: `createAgentFolder` of "Agent folders" is `agentFolders.create`. */
export function sdkName(area: string, operation: string): SdkName {
  const nouns = partsOf(area);
  const noun = nouns.map((part, i) => (i === 0 ? part.toLowerCase() : capital(part.toLowerCase()))).join("");
  return { noun, verb: verbs[operation] ?? without(partsOf(operation), nouns) };
}

/** As a command has it: `agentFolders` is `agent-folders`, and `team_id` is `team-id`. */
export function dashed(name: string): string {
  return partsOf(name).join("-").toLowerCase();
}

function without(words: readonly string[], nouns: readonly string[]): string {
  const wanted = nouns.map(stem).join(" ");
  const at = words.findIndex(
    (_, i) =>
      i > 0 &&
      words
        .slice(i, i + nouns.length)
        .map(stem)
        .join(" ") === wanted,
  );
  return (at === -1 ? words : [...words.slice(0, at), ...words.slice(at + nouns.length)]).join("");
}

/** As in "listMcpOAuth": "list", "Mcp", "O", "Auth". */
function partsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const stem = (word: string) =>
  word
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/(x|ss)es$/, "$1")
    .replace(/s$/, "");
