/** What a key is for, and what it is then made with: a start for the form, which may be changed. */
export interface KeyPreset {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  /** The name that the form begins with. */
  readonly name: string;
  /** It acts in one team, where the form asks for that. */
  readonly oneTeam: boolean;
  readonly reads_only: boolean;
  readonly expires_in_days: number | null;
}

export const keyPresets = [
  {
    value: "program",
    label: "Program or CI",
    hint: "Does what you can do in one team. Expires after 90 days; rotate it before.",
    name: "",
    oneTeam: true,
    reads_only: false,
    expires_in_days: 90,
  },
  {
    value: "dashboard",
    label: "Dashboard",
    hint: "Reads one team, and cannot change anything. Expires after a year.",
    name: "Dashboard",
    oneTeam: true,
    reads_only: true,
    expires_in_days: 365,
  },
  {
    value: "ai_client",
    label: "AI client",
    hint: "Reads one team for 90 days. A client that signs in by a browser needs no key.",
    name: "AI client",
    oneTeam: true,
    reads_only: true,
    expires_in_days: 90,
  },
] as const satisfies readonly KeyPreset[];

export const firstPreset: KeyPreset = keyPresets[0];

/** What the fields of a key hold; `oneTeam` undefined where the form does not ask for the team. */
type Made = Pick<KeyPreset, "reads_only" | "expires_in_days"> & { readonly oneTeam: boolean | undefined };

/** What a key with these fields is for; undefined where they were chosen one by one. */
export function presetOf({ reads_only, expires_in_days, oneTeam }: Made): KeyPreset | undefined {
  return keyPresets.find(
    (each) =>
      each.reads_only === reads_only && each.expires_in_days === expires_in_days && (oneTeam === undefined || each.oneTeam === oneTeam),
  );
}

/** Choices of the field, by days. */
export const expiries = [7, 30, 90, 365].map((days) => ({
  value: String(days),
  label: days === 365 ? "After a year" : `After ${days} days`,
}));
