import { type Config, defaultTimeoutMs } from "#contract/agents/config.ts";

/** A configuration with the specification's defaults written out, as it is stored and shown. Pure; a second pass changes nothing. */
export function normalizeConfig(config: Config): Config {
  const { data } = config;
  if ("language" in data) {
    return { ...config, data: { ...data, files: data.files ?? [], timeoutMs: data.timeoutMs ?? defaultTimeoutMs } };
  }
  // `null` is a value of its own in this family and stays.
  return {
    ...config,
    data: { ...data, files: data.files === undefined ? [] : data.files, skills: data.skills === undefined ? [] : data.skills },
  };
}
