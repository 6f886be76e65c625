import type { Bringing } from "#server/platform/http/context.ts";
import type { SourceRecord } from "./sources.store.ts";

/** Where a secret of a source is sealed. */
export const placeOf = ({ id, team_id }: Pick<SourceRecord, "id" | "team_id">, column: "sealed_secret" | "sealed_former_secret") => ({
  teamId: team_id,
  table: "webhook_sources",
  id,
  column,
});

/** The secrets that sign for a source now; none where its sender makes it and nobody has entered it. */
export function secretsOf({ envelope, clock }: Bringing, source: SourceRecord): string[] {
  const { sealed_former_secret: former, former_secret_until: until } = source;
  const both = former !== null && until !== null && until > clock().toISOString();
  if (source.sealed_secret === "") return [];
  return [
    envelope.open(placeOf(source, "sealed_secret"), source.sealed_secret),
    ...(both ? [envelope.open(placeOf(source, "sealed_former_secret"), former)] : []),
  ];
}
