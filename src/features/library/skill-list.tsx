import { soughtBy } from "#contract/sought.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { FilePlus2, Upload } from "lucide-react";
import { use, useRef, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { createSkill, type Skill } from "#contract/library/skills.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { FileDropArea } from "#ui/file-drop.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { Unsure } from "#ui/unsure.ts";
import { LibraryTabs } from "./library-tabs.tsx";
import { NewSkill } from "./new-skill.tsx";
import { skillsOf } from "./queries.ts";
import { UploadSkill } from "./upload-skill.tsx";

const route = getRouteApi("/_app/t/$teamId/skills/");

export function SkillList() {
  const { teamId } = route.useParams();
  const skills = useQuery(skillsOf(teamId));
  const mayEdit = useMay(createSkill);
  const [naming, setNaming] = useState(false);
  const [chosen, setChosen] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  const take = (files: readonly File[]) => setChosen(files[0]);
  usePageActions(
    mayEdit
      ? [
          { id: "upload-skill", label: "Upload a skill", icon: Upload, run: choose },
          { id: "new-skill", label: "New skill", icon: FilePlus2, run: () => setNaming(true) },
        ]
      : [],
  );
  const list = (
    <Loaded query={skills} what="the skills of this team" needs="Member">
      {({ skills: all }) => <Skills teamId={teamId} skills={all} />}
    </Loaded>
  );
  return (
    <Page
      title="Skills"
      actions={
        mayEdit ? (
          <>
            <Button icon={FilePlus2} onClick={() => setNaming(true)}>
              New skill
            </Button>
            <Button tone="primary" icon={Upload} onClick={choose}>
              Upload
            </Button>
          </>
        ) : null
      }
    >
      <LibraryTabs teamId={teamId} value="skills" />
      {mayEdit ? (
        <FileDropArea onFiles={take} className="flex min-h-0 flex-1 flex-col">
          {list}
        </FileDropArea>
      ) : (
        list
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,.md"
        aria-label="Skill to upload"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <NewSkill teamId={teamId} open={naming} onClose={() => setNaming(false)} />
      <UploadSkill teamId={teamId} file={chosen} onClose={() => setChosen(undefined)} />
    </Page>
  );
}

function Skills({ teamId, skills }: { teamId: string; skills: readonly Skill[] }) {
  const { search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = (text: string, step?: { replace: boolean }) => void navigate({ search: text ? { search: text } : {}, ...step });
  const isSought = soughtBy(search);
  const found = skills.filter(({ name, description }) => isSought(`${name} ${description}`));
  const own = skills.filter((skill) => skill.team_id !== null).length;
  const unsure = use(Unsure);
  const ours = own > 0 ? `${own} of your own, ` : unsure ? "" : "No skills of your own yet, ";
  return (
    <>
      <Toolbar
        label="About the skills"
        end={
          <span role="status" className="text-sm text-ink-3">
            {search ? (
              `${counted(found.length, "skill", "skills")} found`
            ) : (
              <>
                {/* On a phone the search needs its room. */}
                <span className="max-sm:hidden">{ours}</span>
                {skills.length - own} included
              </>
            )}
          </span>
        }
      >
        <SearchBox label="Search skills" value={search} onSearch={onSearch} />
        <p className="text-sm text-ink-2 max-lg:hidden">
          Instructions and files that an agent reads when it needs them. Drop a ZIP to add one.
        </p>
      </Toolbar>
      {found.length === 0 && search ? (
        <NoMatch what="skills" onClear={() => onSearch("")}>
          No name or purpose has “{search}” in it.
        </NoMatch>
      ) : (
        <Table
          label="Skills"
          rows={found}
          rowId={(skill) => skill.id}
          rowLink={(skill) => pathTo("/t/$teamId/skills/$skillId", { teamId, skillId: skill.id })}
          columns={columns}
        />
      )}
    </>
  );
}

const columns: readonly Column<Skill>[] = [
  { id: "name", header: "Name", width: "clamp(140px, 28vw, 280px)", cell: (skill) => <span className="truncate">{skill.name}</span> },
  { id: "description", header: "Purpose", from: "sm", quiet: true, cell: (skill) => skill.description },
  {
    id: "from",
    header: "From",
    width: "112px",
    quiet: true,
    cell: (skill) => (skill.team_id === null ? "Included" : "This team"),
  },
  {
    id: "used",
    header: "Used by",
    width: "112px",
    from: "md",
    quiet: true,
    cell: ({ live_agents: agents }) => (agents === 0 ? "–" : counted(agents, "live agent", "live agents")),
  },
  {
    id: "last",
    header: "Their last run",
    width: "128px",
    align: "end",
    from: "md",
    cell: ({ last_run_at: at }) => (at === null ? null : <Time at={at} />),
  },
  {
    id: "changed",
    header: "Changed",
    width: "128px",
    align: "end",
    from: "md",
    cell: (skill) => (skill.team_id === null ? null : <Time at={skill.updated_at} />),
  },
];
