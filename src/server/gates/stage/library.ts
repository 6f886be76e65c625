import { randomUUID } from "node:crypto";
import { updateFileContent } from "#contract/library/files.ts";
import { createSkill } from "#contract/library/skills.ts";
import { type Stage, maker } from "./stage.ts";

export async function fileOf(stage: Stage): Promise<string> {
  const path = `reports/${randomUUID()}.csv`;
  await stage.service.ok(
    updateFileContent,
    { params: { teamId: stage.teamId, path }, body: { content: "month,total\n" } },
    maker(stage, "team:member"),
  );
  return path;
}

export async function skillOf(stage: Stage): Promise<string> {
  const body = { name: `skill-${randomUUID()}`, description: "Closes a month", content: "# Steps\n" };
  const { skill } = await stage.service.ok(createSkill, { params: { teamId: stage.teamId }, body }, maker(stage, "team:builder"));
  return skill.id;
}
