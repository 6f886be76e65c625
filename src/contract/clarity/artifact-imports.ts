import { endpoint } from "#contract/endpoint.ts";
import { timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { baseName } from "#contract/library/files.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ClarityCapture } from "./capture.ts";

const area = "Clarity";
const access = { scope: "team", by: "process_id", role: "team:member" } as const;
const ofProcess = z.strictObject({ process_id: idOf("clarity_process") });
const one = ofProcess.extend({ capture_id: idOf("clarity_capture") });

/** What a drawing made elsewhere can be: a process map in BPMN 2.0, or a picture. */
export const artifactTypes = ["image/svg+xml", "application/xml", "text/xml", "image/png", "image/jpeg"] as const;
export type ArtifactType = (typeof artifactTypes)[number];
/** By the end of a file's name. */
export const artifactFormats = {
  svg: "image/svg+xml",
  xml: "application/xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
} as const satisfies Record<string, ArtifactType>;

export function artifactTypeOf(fileName: string): ArtifactType | undefined {
  const end = /\.([a-z]{3,4})$/.exec(fileName.toLowerCase())?.[1];
  return end !== undefined && Object.hasOwn(artifactFormats, end) ? artifactFormats[end as keyof typeof artifactFormats] : undefined;
}

/** What a file is called: one that ends with .bpmn is sent as XML. */
export const calledAs = (fileName: string): string => fileName.replace(/\.bpmn\.xml$/i, ".bpmn");

const file = {
  file_name: baseName.refine((name) => artifactTypeOf(name) !== undefined, "Use a file that ends with .svg, .xml, .png, .jpg or .jpeg"),
  content_type: z.enum(artifactTypes),
};
/** XML has two types. */
const isNamedAsTyped = ({ file_name, content_type }: { readonly file_name: string; readonly content_type: ArtifactType }) =>
  artifactTypeOf(file_name) === (content_type === "text/xml" ? "application/xml" : content_type);
const otherType = { path: ["content_type"], error: "Use the type that the end of the file name says" };

export const createClarityArtifactImportUploadUrl = endpoint({
  name: "createClarityArtifactImportUploadUrl",
  method: "POST",
  path: "/v2/clarity-v2/processes/{process_id}/artifact-imports/create-upload-url",
  area,
  summary: "A signed address for a process map, or for a picture",
  access,
  changes: ["clarity_process"],
  params: ofProcess,
  body: z.strictObject({ ...file, extra_capture_request_id: uuid.optional() }).refine(isNamedAsTyped, otherType),
  reply: z.strictObject({ signed_url: z.url(), capture_id: uuid, expires_at: timestamp }),
  errors: ["too_many"],
});

export const completeClarityArtifactImport = endpoint({
  name: "completeClarityArtifactImport",
  method: "POST",
  path: "/v2/clarity-v2/processes/{process_id}/artifact-imports/{capture_id}/complete",
  area,
  summary: "Check what was uploaded",
  access,
  changes: ["clarity_process"],
  params: one,
  body: z.strictObject(file).refine(isNamedAsTyped, otherType),
  reply: z.strictObject({ capture: ClarityCapture }),
  errors: ["not_uploaded", "capture_unreadable"],
});

/** What of a file no step can hold, with the reason. */
export const CaptureFinding = record("ClarityCaptureFinding", {
  message: z.string(),
  /** As in the file. Null where the whole file is meant, or where it says none. */
  element_id: z.string().nullable(),
  element_name: z.string().nullable(),
  /** As `bpmn:SubProcess`. */
  element_type: z.string().nullable(),
  /** The unit that the element is, where it has a name or a text. */
  evidence_id: z.string().nullable(),
});
export type CaptureFinding = z.output<typeof CaptureFinding>;

export const listClarityCaptureFindings = endpoint({
  name: "listClarityCaptureFindings",
  method: "GET",
  path: "/v2/clarity-v2/processes/{process_id}/captures/{capture_id}/findings",
  area,
  summary: "What no step can hold, of a process map",
  access,
  reads: ["clarity_process"],
  ours: "The specification has no import of BPMN.",
  params: one,
  reply: z.strictObject({ findings: z.array(CaptureFinding) }),
});
