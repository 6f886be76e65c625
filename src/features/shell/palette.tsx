import { soughtBy } from "#contract/sought.ts";
import { caseStates } from "#api/states/case-states.ts";
import { runState } from "#api/states/run-states.ts";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useSession, useTeam } from "#api/session.ts";
import { Keys } from "#ui/kbd.tsx";
import { useGo } from "#ui/link.tsx";
import { Overlay } from "#ui/overlay.tsx";
import { type PageAction, useOfferedActions } from "#ui/page-actions.ts";
import { Status } from "#ui/status.tsx";
import { hrefOf, pagesFor } from "./destinations.ts";
import { usePaletteSearch } from "./palette-results.ts";
import { Group, NothingFound, Row } from "./palette-rows.tsx";

/** Search over pages, actions of this page, agents, automations, queues, cases and runs; a pasted id finds its object. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [marked, setMarked] = useState("");
  const team = useTeam();
  const { teams, administrator, organizations } = useSession();
  const go = useGo();
  const actions = useOfferedActions();
  const { found, searching, failed, ...answers } = usePaletteSearch(team?.id, text);
  const fits = soughtBy(text);
  // Until the answers to this text are there, those to the one before are shown as far as they fit it too.
  const fitting = <T extends object>(rows: readonly T[], label: (row: T) => string) => rows.filter((row) => !searching || fits(label(row)));
  const named = ({ name }: { name: string }) => name;
  const agents = fitting(answers.agents, named);
  const automations = fitting(answers.automations, named);
  const queues = fitting(answers.queues, named);
  const cases = fitting(answers.cases, ({ title }) => title);
  const runs = fitting(answers.runs, ({ title }) => title);
  const open = (href: string) => {
    onClose();
    go(href);
  };
  const pages = pagesFor({
    team,
    organizationId: team?.organization_id,
    organizationRole: organizations.find(({ id }) => id === team?.organization_id)?.role,
    administrator,
  }).filter(({ label }) => fits(label));
  const acts = actions.filter(({ label, decides, everywhere }) => fits(label) && !decides && !everywhere);
  // The page's own comes first.
  const always = actions.filter(({ label, everywhere }) => everywhere && fits(label) && !acts.some((act) => act.label === label));
  const decisions = actions.filter(({ label, decides }) => fits(label) && decides);
  const typed = text.trim();
  const others = text.trim() === "" ? [] : teams.filter((each) => each.id !== team?.id && fits(each.name));
  const offered = acts.map(({ id }) => `action:${id}`);
  const standing = always.map(({ id }) => `action:${id}`);
  const toPages = pages.map(({ id }) => id);
  const searchRuns = team && typed !== "" ? pathTo("/t/$teamId/runs", { teamId: team.id }, { search: typed }) : undefined;
  // In the order of the list: first what this page is for. Enter right after opening leads somewhere or asks; what decides comes last. The mark moves to the first one when answers replace the row that had it.
  const shown = [
    ...found.map(({ href }) => href),
    ...offered,
    ...toPages,
    ...(typed === "" ? [] : standing),
    ...[...agents, ...automations, ...queues, ...cases, ...runs, ...others].map(({ id }) => id),
    ...(searchRuns ? [searchRuns] : []),
    ...(typed === "" ? standing : []),
    ...decisions.map(({ id }) => `action:${id}`),
  ];
  const everywhere = <Acts heading="On every page" actions={always} onClose={onClose} />;
  return (
    <Overlay
      open
      onClose={onClose}
      title="Search and commands"
      hideTitle
      className="inset-x-2 top-[max(8px,12dvh)] mx-auto max-h-[min(480px,calc(100dvh-8px-max(8px,12dvh)))] max-w-[600px] animate-in overflow-hidden rounded-md"
    >
      <Command
        label="Search and commands"
        shouldFilter={false}
        loop
        value={shown.includes(marked) ? marked : (shown[0] ?? "")}
        onValueChange={setMarked}
        className="flex min-h-0 flex-col"
      >
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder="Search, or paste an id"
          className="h-12 w-full shrink-0 border-b border-line bg-transparent px-4 text-lg outline-none sm:text-base"
        />
        <Command.List className="min-h-0 overflow-y-auto p-1">
          <NothingFound searching={searching} failed={failed} />
          <Group heading="This id">
            {found.map(({ href, title, kind }) => (
              <Row key={href} value={href} onSelect={() => open(href)} note={kind}>
                {title}
              </Row>
            ))}
          </Group>
          <Acts actions={acts} onClose={onClose} />
          <Group heading="Pages">
            {pages.map(({ id, label, icon, href, key }) => (
              <Row key={id} value={id} icon={icon} onSelect={() => open(href)} {...(key ? { note: <Keys keys={`g ${key}`} /> } : {})}>
                {label}
              </Row>
            ))}
          </Group>
          {typed === "" ? null : everywhere}
          <Group heading="Agents">
            {agents.map((agent) => (
              <Row
                key={agent.id}
                value={agent.id}
                onSelect={() => open(pathTo("/t/$teamId/agents/$agentId", { teamId: agent.team_id, agentId: agent.id }))}
              >
                {agent.name}
              </Row>
            ))}
          </Group>
          <Group heading="Automations">
            {automations.map(({ id, team_id, name }) => (
              <Row
                key={id}
                value={id}
                onSelect={() => open(pathTo("/t/$teamId/automations/$automationId", { teamId: team_id, automationId: id }))}
              >
                {name}
              </Row>
            ))}
          </Group>
          <Group heading="Queues">
            {queues.map(({ id, team_id, name }) => (
              <Row key={id} value={id} onSelect={() => open(pathTo("/t/$teamId/queues/$queueId", { teamId: team_id, queueId: id }))}>
                {name}
              </Row>
            ))}
          </Group>
          <Group heading="Cases">
            {cases.map(({ id, title, display_status, queue_id, queue_name }) => (
              <Row
                key={id}
                value={id}
                onSelect={() =>
                  open(pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId: team?.id ?? "", queueId: queue_id, caseId: id }))
                }
                lead={<Status {...caseStates[display_status]} iconOnly />}
                note={queue_name}
              >
                {title}
              </Row>
            ))}
          </Group>
          <Group heading={text.trim() === "" ? "Recent runs" : "Runs"}>
            {runs.map((run) => (
              <Row
                key={run.id}
                value={run.id}
                onSelect={() => open(pathTo("/t/$teamId/runs/$runId", { teamId: team?.id ?? "", runId: run.id }))}
                lead={<Status {...runState(run)} iconOnly />}
                note={run.agent_name}
              >
                {run.title}
              </Row>
            ))}
          </Group>
          <Group heading="Teams">
            {others.map((each) => (
              <Row key={each.id} value={each.id} onSelect={() => open(hrefOf(each.id, "runs"))}>
                {each.name}
              </Row>
            ))}
          </Group>
          {searchRuns ? (
            <Group heading="Search">
              <Row value={searchRuns} icon={Search} onSelect={() => open(searchRuns)}>
                Runs with “{typed}” in them
              </Row>
            </Group>
          ) : null}
          {typed === "" ? everywhere : null}
          <Acts heading="Decide on this page" actions={decisions} onClose={onClose} />
        </Command.List>
      </Command>
    </Overlay>
  );
}

interface ActsProps {
  heading?: string;
  actions: readonly PageAction[];
  onClose: () => void;
}

function Acts({ heading = "On this page", actions, onClose }: ActsProps) {
  return (
    <Group heading={heading}>
      {actions.map(({ id, label, icon, keys, run }) => (
        <Row
          key={id}
          value={`action:${id}`}
          onSelect={() => {
            onClose();
            run();
          }}
          {...(icon ? { icon } : {})}
          {...(keys ? { note: <Keys keys={keys} /> } : {})}
        >
          {label}
        </Row>
      ))}
    </Group>
  );
}
