import type { Command, Field } from "./command.ts";

const id = (name: string, words: string): Field => ({ name, place: "path", kind: "text", required: true, words });
const run = id("run_id", "Id of the run");
const team = id("teamId", "Id of the team");
const path = (words: string): Field => ({ name: "path", place: "other", kind: "text", required: true, words });

/** Commands that take more than one request. */
export const further: readonly Command[] = [
  {
    noun: "runs",
    verb: "follow",
    summary: "Tell the messages of a run as it works, until it ends",
    address: "GET /v2/runs/{run_id}/messages and the stream of the team",
    fields: [run],
  },
  {
    noun: "runs",
    verb: "wait",
    summary: "Wait until a run ends, and show it",
    address: "GET /v2/runs/{run_id}/details",
    fields: [run],
  },
  {
    noun: "sandboxes",
    verb: "download",
    summary: "Download a file of a sandbox",
    address: "GET /v2/sandboxes/{sandbox_id}/download-url",
    fields: [id("sandbox_id", "Id of the sandbox"), path("Whole path below /workspace")],
  },
  {
    noun: "files",
    verb: "download",
    summary: "Download a file of a team",
    address: "GET /v2/teams/{teamId}/files/download-url/{path}",
    fields: [team, { ...path("Path of the file"), place: "path" }],
  },
  {
    noun: "files",
    verb: "upload",
    summary: "Send a file to a team, as a new one or as a new version",
    address: "POST /v2/teams/{teamId}/files/create-upload-url",
    fields: [
      team,
      { name: "fileName", place: "path", kind: "text", required: true, words: "Path that the file gets" },
      { name: "content", place: "file", kind: "text", required: true },
      { name: "contentType", place: "other", kind: "text", words: "Such as text/csv" },
    ],
  },
];
