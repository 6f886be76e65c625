import { useQuery } from "@tanstack/react-query";
import { type Skill, skillFile } from "#contract/library/skills.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { cx } from "#ui/cx.ts";
import { IdChip } from "#ui/id-chip.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Facts, SidePanel } from "#ui/side-panel.tsx";
import { Time } from "#ui/time.tsx";
import { AgentLinks } from "./file-users.tsx";
import { assignmentsOf, skillFilesOf } from "./queries.ts";

/** A skill's files, what it is, and who uses it. */
export function SkillSide({ teamId, skill, file }: { teamId: string; skill: Skill; file: string }) {
  const files = useQuery(skillFilesOf(skill.id));
  const assignments = useQuery(assignmentsOf(teamId, skill.id));
  const users = assignments.data?.assignments ?? [];
  return (
    <SidePanel title="About this skill">
      <nav aria-label="Files of the skill" className="border-b border-line p-2">
        <Loaded query={files} what="the files of this skill" needs="Member">
          {({ files: all }) => (
            <ul>
              {all.map(({ path, size }) => (
                <li key={path}>
                  <AnyLink
                    link={{
                      to: "/t/$teamId/skills/$skillId",
                      params: { teamId, skillId: skill.id },
                      search: path === skillFile ? {} : { file: path },
                    }}
                    aria-current={path === file ? "page" : undefined}
                    className={cx(
                      "flex min-h-7 items-center gap-2 rounded-md px-2 text-sm",
                      path === file ? "chosen bg-pressed font-medium" : "hover:bg-hover",
                    )}
                  >
                    <span className="min-w-0 flex-1 truncate" title={path}>
                      {path}
                    </span>
                    <span className="text-xs font-normal text-ink-3">{size === undefined ? "" : bytesOf(size)}</span>
                  </AnyLink>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </nav>
      <Facts
        rows={[
          ["Purpose", skill.description],
          [
            "Used by",
            users.length > 0 ? <AgentLinks key="users" teamId={teamId} agents={users} /> : assignments.data ? "No live revision" : "–",
          ],
          ...(skill.last_run_at === null ? [] : ([["Their last run", <Time key="run" at={skill.last_run_at} />]] as const)),
          ["From", skill.team_id === null ? "Included with Caseload, read only" : "This team"],
          ...(skill.team_id === null
            ? []
            : ([
                ["Changed", <Time key="changed" at={skill.updated_at} />],
                ["By", skill.updated_by_user_name ?? "–"],
              ] as const)),
          ["Id", <IdChip key="id" id={skill.id} />],
        ]}
      />
    </SidePanel>
  );
}
