/** The settings that the engine's page names, and what they do. */
export const engineSettings = {
  DATABASE_URL: "The PostgreSQL that processes share. With the embedded database there is one process; with your own, any number.",
  DATA_DIR: "The folder of file contents. All processes need the same one, unless S3_BUCKET names a bucket.",
  S3_ENDPOINT: "The file store of S3_BUCKET. Its region, prefix and keys are settings that start with S3_ too.",
  MODEL_JUDGE: "The model that evaluates runs and cases. By default it is each run's own.",
  OUTBOUND_ALLOW: "Private hosts that webhooks and agents’ browsers may reach.",
} as const;
export type SettingName = keyof typeof engineSettings;

export const settingNames = Object.keys(engineSettings) as SettingName[];
export const settingAnchor = (name: SettingName) => `setting-${name}`;
