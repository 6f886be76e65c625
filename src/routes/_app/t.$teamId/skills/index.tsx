import { createFileRoute } from "@tanstack/react-router";
import { skillsOf } from "#features/library/queries.ts";
import { SkillList } from "#features/library/skill-list.tsx";
import { readSkillSearch } from "#features/library/skill-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/skills/")({
  validateSearch: readSkillSearch,
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    void queryClient.prefetchQuery(skillsOf(teamId));
  },
  component: SkillList,
});
