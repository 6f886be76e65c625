import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download, FilePlus2, FileQuestion, Trash2 } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { mayChangeSkill } from "#contract/library/rights.ts";
import { updateSkillFile } from "#contract/library/skill-files.ts";
import { type Skill, skillFile } from "#contract/library/skills.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { Split } from "#ui/side-panel.tsx";
import { AddSkillFile } from "./add-skill-file.tsx";
import { DeleteSkill } from "./delete-skill.tsx";
import { downloadSkillArchive } from "./download-skill.ts";
import { skillsOf } from "./queries.ts";
import { SkillSide } from "./skill-side.tsx";
import { SkillText } from "./skill-text.tsx";

const route = getRouteApi("/_app/t/$teamId/skills/$skillId");

export function SkillPage() {
  const { teamId, skillId } = route.useParams();
  const skills = useQuery(skillsOf(teamId));
  const crumbs = [{ label: "Skills", link: pathTo("/t/$teamId/skills", { teamId }) }];
  const skill = skills.data?.skills.find(({ id }) => id === skillId);
  if (skill) return <LoadedSkill key={skillId} teamId={teamId} skill={skill} />;
  return (
    <Page title="Skill" crumbs={crumbs}>
      <Loaded query={skills} what="this skill" needs="Member">
        {() => (
          <EmptyState
            icon={FileQuestion}
            title="This skill does not exist"
            action={<LinkButton link={pathTo("/t/$teamId/skills", { teamId })}>Back to the skills</LinkButton>}
          >
            It was deleted, or never existed in this team.
          </EmptyState>
        )}
      </Loaded>
    </Page>
  );
}

function LoadedSkill({ teamId, skill }: { teamId: string; skill: Skill }) {
  const { file = skillFile, raw = false } = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useMay(updateSkillFile, skill);
  const [open, setOpen] = useState<"add" | "delete" | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={skill.name}
      crumbs={[{ label: "Skills", link: pathTo("/t/$teamId/skills", { teamId }) }]}
      actions={
        <>
          {mayEdit ? (
            <>
              <Button tone="quiet" icon={Trash2} onClick={() => setOpen("delete")}>
                Delete
              </Button>
              <Button icon={FilePlus2} onClick={() => setOpen("add")}>
                Add file
              </Button>
            </>
          ) : null}
          {mayChangeSkill(skill) ? (
            <Button icon={Download} onClick={() => void downloadSkillArchive(skill)}>
              Download
            </Button>
          ) : null}
        </>
      }
    >
      <Split side={<SkillSide teamId={teamId} skill={skill} file={file} />}>
        <SkillText
          key={file}
          skill={skill}
          path={file}
          raw={raw}
          mayEdit={mayEdit}
          onRaw={(next) => void navigate({ search: (now) => ({ ...now, raw: next ? true : undefined }), replace: true })}
        />
      </Split>
      <AddSkillFile
        open={open === "add"}
        onClose={close}
        skill={skill}
        onDone={(path) => void navigate({ search: { file: path, raw: true } })}
      />
      <DeleteSkill open={open === "delete"} onClose={close} teamId={teamId} skill={skill} />
    </Page>
  );
}
