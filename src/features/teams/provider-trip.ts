import { destinationOf } from "./sign-in-search.ts";

/** What a browser goes to the provider for: kept in this tab until it comes back. */
interface ProviderTrip {
  readonly for: "sign-in" | "link";
  /** The path of ours that it leads to in the end. */
  readonly to: string;
}

const key = "caseload.provider";

export function leaveFor(address: string, trip: ProviderTrip): void {
  sessionStorage.setItem(key, JSON.stringify(trip));
  location.assign(address);
}

export function tripNow(): ProviderTrip {
  try {
    const trip = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<ProviderTrip>;
    return { for: trip.for === "link" ? "link" : "sign-in", to: destinationOf(trip.to, location.origin) };
  } catch {
    return { for: "sign-in", to: "/" };
  }
}

/** The token of the invite that the way began at. */
export function inviteOf({ to }: ProviderTrip): string | undefined {
  return /^\/join#(.{20,100})$/.exec(to)?.[1];
}
