import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "#api/client.ts";
import { type CaseAttachment, getCaseAttachmentDownloadUrl } from "#contract/queues/case-attachments.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** What is looked at on the page; a larger picture is for a tab of its own. */
const largestPicture = 20_000_000;

export type Drawn = "picture" | "pdf";

/** How a browser draws this file, without running anything of it. */
export function drawnAs({ mime_type, size_bytes, status }: CaseAttachment): Drawn | undefined {
  if (status !== "ready") return undefined;
  if (mime_type === "application/pdf") return "pdf";
  return /^image\/(png|jpeg|gif|webp)$/.test(mime_type) && size_bytes <= largestPicture ? "picture" : undefined;
}

/** A picture or a PDF under its row. */
export function AttachmentView({ queueId, attachment, drawn }: { queueId: string; attachment: CaseAttachment; drawn: Drawn }) {
  const { id, case_id } = attachment;
  const params = { queue_id: queueId, case_id, attachment_id: id };
  const address = useQuery({
    // Outside of the reads: another address would begin the file anew under whoever reads it.
    queryKey: ["Attachment view", id] as const,
    queryFn: () => call(getCaseAttachmentDownloadUrl, { params, query: { disposition: "inline" } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div className="order-last basis-full pb-1">
      <Loaded query={address} what="this file" inline skeleton={<Skeleton className="h-40" />}>
        {({ url }) => (drawn === "pdf" ? <Pdf url={url} name={attachment.filename} /> : <Picture url={url} name={attachment.filename} />)}
      </Loaded>
    </div>
  );
}

function Picture({ url, name }: { url: string; name: string }) {
  const [broken, setBroken] = useState(false);
  if (!isOurs(url)) return <Apart url={url}>The service is at another address, so the page cannot show pictures.</Apart>;
  if (broken) return <Apart url={url}>The browser cannot show this picture.</Apart>;
  return (
    <img
      src={url}
      alt={name}
      className="max-h-[60vh] max-w-full rounded-sm border border-line object-contain"
      onError={() => setBroken(true)}
    />
  );
}

/**
 * In a frame without the attribute `sandbox`: with it browsers draw no PDF. The answer itself says that it is sandboxed, so that nothing of it
 * would run as a page of ours.
 */
function Pdf({ url, name }: { url: string; name: string }) {
  if (!isOurs(url)) return <Apart url={url}>The service is at another address, so the page cannot show files.</Apart>;
  if (!navigator.pdfViewerEnabled) return <Apart url={url}>This browser cannot show a PDF on the page.</Apart>;
  return (
    <>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- see above */}
      <iframe src={`${url}#navpanes=0`} title={name} className="h-[70vh] w-full rounded-sm border border-line bg-sunken" />
      <Apart url={url} />
    </>
  );
}

function Apart({ url, children }: { url: string; children?: ReactNode }) {
  return (
    <p className="mt-1.5 text-ink-2">
      {children}{" "}
      <a href={url} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1 rounded-sm text-accent-ink hover:underline">
        Open it in a new tab
        <ExternalLink size={14} strokeWidth={1.75} aria-hidden />
      </a>
    </p>
  );
}

/** The page's policy lets it draw what comes from its own address. */
function isOurs(url: string): boolean {
  return new URL(url).origin === location.origin;
}
