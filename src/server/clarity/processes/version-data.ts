import type { CurrentData } from "#contract/clarity/snapshot.ts";

/** What a version says, of either kind. */
export interface VersionData extends CurrentData {
  /** Of a proposal. */
  readonly projectedImpact?: string | null | undefined;
}
