import { createFileRoute } from "@tanstack/react-router";
import { skillFilesOf, skillsOf } from "#features/library/queries.ts";
import { SkillPage } from "#features/library/skill-page.tsx";
import { knownSearch } from "#ui/known-search.ts";

interface Search {
  /** The file that is open; absent: its SKILL.md. */
  file?: string | undefined;
  /** Shows formatted text as the text it is. */
  raw?: true | undefined;
}

export const Route = createFileRoute("/_app/t/$teamId/skills/$skillId")({
  validateSearch: knownSearch<Search>(({ file, raw }) => ({
    ...((typeof file === "string" || typeof file === "number") && file !== "" ? { file: String(file) } : {}),
    ...(raw === true ? { raw } : {}),
  })),
  loader: ({ context: { queryClient }, params: { teamId, skillId } }) => {
    void queryClient.prefetchQuery(skillsOf(teamId));
    void queryClient.prefetchQuery(skillFilesOf(skillId));
  },
  component: SkillPage,
});
