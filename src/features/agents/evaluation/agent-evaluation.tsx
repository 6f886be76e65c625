import { useQuery } from "@tanstack/react-query";
import { Plus, Scale } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { maxRubrics, replaceEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { AgentSuggestions } from "./agent-suggestions.tsx";
import { rubricsRead } from "./evaluation-queries.ts";
import { EvaluationScore } from "./evaluation-score.tsx";
import { RubricDialog } from "./rubric-dialog.tsx";
import { RubricList } from "./rubric-list.tsx";
import { RunsWithIssues } from "./runs-with-issues.tsx";

/** What runs of the live revision are judged by, and how they did. */
export function AgentEvaluation({ teamId, agent }: AgentTabProps) {
  const mayEdit = useMay(replaceEvalRubrics, agent);
  const rubrics = useQuery(rubricsRead(agent.id));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button icon={Plus} onClick={() => setAdding(true)}>
      Add rubric
    </Button>
  );
  return (
    <ScrollColumn>
      <Loaded query={rubrics} what="the rubrics of this agent" needs="Member">
        {({ rubrics: list }) => (
          <>
            <Section
              title="Rubrics"
              description="Every run of the live revision is evaluated against these when it ends."
              aside={mayEdit && list.length > 0 && list.length < maxRubrics ? add : null}
            >
              {list.length === 0 ? (
                <EmptyState icon={Scale} title="No rubrics yet" action={mayEdit ? add : null}>
                  A rubric is a question that a good run answers with yes, such as “Does the letter name the invoice?”
                </EmptyState>
              ) : (
                <RubricList agentId={agent.id} rubrics={list} mayEdit={mayEdit} />
              )}
            </Section>
            {mayEdit && agent.type === "agent" && list.length > 0 ? <AgentSuggestions teamId={teamId} agent={agent} /> : null}
            <EvaluationScore agentId={agent.id} />
            <RunsWithIssues teamId={teamId} agentId={agent.id} />
          </>
        )}
      </Loaded>
      <RubricDialog open={adding} onClose={() => setAdding(false)} agentId={agent.id} />
    </ScrollColumn>
  );
}
