/** What a server says of its tool. Nobody has checked it. */
export interface ToolClaims {
  readonly reads_only?: boolean | undefined;
  readonly destroys?: boolean | undefined;
}

/** In two or three words; undefined where the server says neither. */
export function claimOf({ reads_only, destroys }: ToolClaims): string | undefined {
  if (reads_only) return "Read-only";
  return destroys ? "Can delete or overwrite" : undefined;
}
