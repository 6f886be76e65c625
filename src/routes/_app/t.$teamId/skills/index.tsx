import { createFileRoute } from "@tanstack/react-router";
import { skillsOf } from "#features/library/queries.ts";
import { SkillList } from "#features/library/skill-list.tsx";

export const Route = createFileRoute("/_app/t/$teamId/skills/")({
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    void queryClient.prefetchQuery(skillsOf(teamId));
  },
  component: SkillList,
});
