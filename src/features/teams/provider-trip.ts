import type { completeSetup } from "#contract/teams/session.ts";
import type { Input } from "#contract/zod.ts";
import { destinationOf } from "./sign-in-search.ts";

const purposes = ["sign-in", "set-up", "link"] as const;

/** What a browser goes to the provider for: kept in this tab until it comes back. */
interface ProviderTrip {
  readonly for: (typeof purposes)[number];
  /** The path of ours that it leads to in the end. */
  readonly to: string;
  /** What is founded by a set-up. */
  readonly setup?: Pick<Input<typeof completeSetup.body>, "organization_name" | "team_name" | "sample_workspace"> | undefined;
}

const key = "caseload.provider";

export function leaveFor(address: string, trip: ProviderTrip): void {
  sessionStorage.setItem(key, JSON.stringify(trip));
  location.assign(address);
}

export function tripNow(): ProviderTrip {
  try {
    const trip = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<ProviderTrip>;
    const purpose = purposes.find((one) => one === trip.for) ?? "sign-in";
    return { for: purpose, to: destinationOf(trip.to, location.origin), setup: trip.setup };
  } catch {
    return { for: "sign-in", to: "/" };
  }
}

/** The token of the invite that the way began at. */
export function inviteOf({ to }: ProviderTrip): string | undefined {
  return /^\/join#(.{20,100})$/.exec(to)?.[1];
}
