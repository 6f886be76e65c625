import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { read } from "#api/query.ts";
import type { Config } from "#contract/agents/config.ts";
import { listSkills } from "#contract/library/skills.ts";

export type SkillNames = ReadonlyMap<string, string>;

/** What the skills of these configurations are called. Empty while nobody has said, and where none has any. */
export function useSkillNames(teamId: string, ...configs: readonly (Config | null | undefined)[]): SkillNames {
  const named = configs.some((config) => config && "skills" in config.data && (config.data.skills ?? []).length > 0);
  const { data } = useQuery({ ...read(listSkills, { params: { teamId } }), enabled: named });
  return useMemo(() => new Map(data?.skills.map(({ id, name }) => [id, name])), [data]);
}
