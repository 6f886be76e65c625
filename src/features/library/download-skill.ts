import { call } from "#api/client.ts";
import { downloadSkill } from "#contract/library/skill-files.ts";
import type { Skill } from "#contract/library/skills.ts";
import { toast } from "#ui/toast.ts";

/** Fetches the archive, since a link could not carry a key, and lets the browser keep it. */
export async function downloadSkillArchive(skill: Pick<Skill, "id" | "name">): Promise<void> {
  try {
    const bytes = await call(downloadSkill, { params: { skill_id: skill.id } });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: downloadSkill.download }));
    link.download = `${skill.name}.zip`;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    toast(`${skill.name} could not be downloaded. ${error instanceof Error ? error.message : ""}`, { failed: true });
  }
}
