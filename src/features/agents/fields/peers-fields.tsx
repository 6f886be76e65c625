import { useState } from "react";
import { useFieldValue } from "#api/form.ts";
import type { ModelStepData, StepType } from "#contract/agents/config.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { AgentChoice } from "./agent-choice.tsx";
import { AgentsField } from "./agents-field.tsx";
import type { StepForm } from "./step-form.ts";

type PeersFieldsProps = StepForm & { type: StepType; teamId: string; build: Revision };

/** The agents of the team that a revision passes work to. */
export function PeersFields({ form, at, type, teamId, build }: PeersFieldsProps) {
  const agentId = build.agent_id;
  return (
    <section aria-label="Other agents" className="flex flex-col gap-5 border-t border-line pt-4">
      <HandoverField form={form} teamId={teamId} agentId={agentId} type={type} />
      {type === "agent" ? (
        <AgentsField
          form={form}
          name="subAgentIds"
          teamId={teamId}
          agentId={agentId}
          label="Can call"
          hint="These agents do part of the work in their own runs. This agent waits for their answers."
        />
      ) : null}
      {type === "agent" ? <ToolMissing form={form} at={at} /> : null}
    </section>
  );
}

type Handover = "decides" | "always";

/** Either agents among which the work decides, or the one that always comes next. */
function HandoverField({ form, teamId, agentId, type }: { form: StepForm["form"]; teamId: string; agentId: string; type: StepType }) {
  const targets = useFieldValue(form, "handoverTargetIds") as readonly string[];
  const next = useFieldValue(form, "handoverTo") as string | null;
  const [chosen, setChosen] = useState<Handover>("decides");
  const [kept, setKept] = useState<readonly string[]>([]);
  // What the form holds says it; with no agent named yet it is what was chosen here.
  const way: Handover = next !== null ? "always" : targets.length > 0 ? "decides" : chosen;
  const choose = (to: Handover) => {
    setChosen(to);
    if (to === "always") {
      setKept(targets);
      form.set("handoverTargetIds", []);
    } else {
      form.set("handoverTo", null);
      form.set("handoverTargetIds", [...kept]);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label="Hands off work" group>
        <RadioGroup
          options={[
            { value: "decides", label: type === "code" ? "When the program decides" : "When it decides to" },
            { value: "always", label: "Always, when its work is done" },
          ]}
          value={way}
          onChange={choose}
        />
      </Field>
      {way === "decides" ? (
        <AgentsField
          form={form}
          name="handoverTargetIds"
          teamId={teamId}
          agentId={agentId}
          label="Can hand off to"
          hideLabel
          hint="The next agent continues in its own run. With none chosen, work ends here."
        />
      ) : (
        <Field
          label="Always hands off to"
          hideLabel
          hint="That agent starts with this agent's last message."
          error={form.errorOf("handoverTo")}
        >
          <AgentChoice
            teamId={teamId}
            without={[agentId]}
            value={next}
            onChange={(id) => form.set("handoverTo", id)}
            placeholder="Choose an agent"
          />
        </Field>
      )}
    </div>
  );
}

/** A list of tools without this one leaves the agents that are named here out of reach. */
function ToolMissing({ form, at }: StepForm) {
  const tools = (useFieldValue(form, `${at}.data.tools`) as ModelStepData["tools"]) ?? [];
  const targets = useFieldValue(form, "handoverTargetIds") as readonly string[];
  const subAgents = useFieldValue(form, "subAgentIds") as readonly string[];
  const unreachable = tools.length > 0 && !tools.some((tool) => tool.type === "handover") && targets.length + subAgents.length > 0;
  if (!unreachable) return null;
  return (
    <p role="status" className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
      The tool “Other agents” is not chosen, so the agent cannot use these.
    </p>
  );
}
