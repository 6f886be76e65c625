import { useQuery } from "@tanstack/react-query";
import { getSampleWorkspace } from "#contract/teams/sample.ts";
import { read } from "./query.ts";

export function sampleRead(teamId: string) {
  return read(getSampleWorkspace, { params: { teamId } });
}

/** Whether the sample workspace of a team is being made: what it brings appears by itself. */
export function useSampleComing(teamId: string): boolean {
  return useQuery(sampleRead(teamId)).data?.status === "loading";
}
