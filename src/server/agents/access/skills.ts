import type { AccessSource } from "./source.ts";

export const skills: AccessSource = async ({ config }) =>
  config && "skills" in config.data ? (config.data.skills ?? []).map((id) => ({ kind: "skill", id, name: id, detail: null })) : [];
