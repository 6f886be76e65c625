import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "#api/client.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { getClarityCaptureDownloadUrl } from "#contract/clarity/captures.ts";
import { isAudio, mediaOf } from "#contract/clarity/media.ts";
import { Button } from "#ui/button.tsx";
import { captureTitle } from "./capture-words.ts";

/** A place that a person was sent to. Another object is another press, also of the same place. */
export interface Seek {
  readonly ms: number;
}

/** The recording that a capture is of. Its address lasts for minutes: a longer one goes on from another one where it stopped. */
export function MediaPlayer({ capture, seek }: { capture: ClarityCapture; seek: Seek | undefined }) {
  const { id: capture_id, processId: process_id } = capture;
  const player = useRef<HTMLVideoElement>(null);
  const [address, setAddress] = useState<string>();
  const [failure, setFailure] = useState<"address" | "format">();
  /** Where it is, while it has no address. */
  const place = useRef({ seconds: 0, plays: false });
  const request = () => {
    void call(getClarityCaptureDownloadUrl, { params: { process_id, capture_id } }).then(
      ({ url }) => {
        setFailure(undefined);
        setAddress(url);
      },
      () => setFailure("address"),
    );
  };
  const first = useEffectEvent(request);
  useEffect(() => first(), [capture_id]);
  const resume = (media: HTMLMediaElement) => {
    const { seconds, plays } = place.current;
    if (seconds > 0 || plays) media.currentTime = seconds;
    // A browser that nobody has touched plays nothing by itself; it is at the place then.
    if (plays) void media.play().catch(() => undefined);
    place.current = { seconds: 0, plays: false };
  };
  const go = useEffectEvent(({ ms }: Seek) => {
    place.current = { seconds: ms / 1_000, plays: true };
    if (player.current && player.current.readyState > 0) resume(player.current);
  });
  useEffect(() => {
    if (seek) go(seek);
  }, [seek]);
  const renew = ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => {
    // What never had a picture or a sound cannot be played here: another address would not help.
    if (media.readyState === 0 && media.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED && media.currentTime === 0)
      return setFailure("format");
    place.current = { seconds: media.currentTime, plays: !media.paused };
    request();
  };
  if (failure)
    return (
      <p role="alert" className="flex min-h-11 shrink-0 items-center gap-3 border-b border-line bg-sunken px-4 text-sm md:px-5">
        {failure === "address"
          ? "The recording could not be loaded."
          : "This browser cannot play the recording. Download it to play it elsewhere."}
        {failure === "address" ? (
          <Button size="sm" onClick={request}>
            Try again
          </Button>
        ) : null}
      </p>
    );
  const format = mediaOf(capture.documentFileName ?? "");
  const common = {
    controls: true,
    preload: "metadata",
    src: address,
    "aria-label": captureTitle(capture),
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => resume(currentTarget),
    onError: renew,
  };
  return (
    <div className="flex shrink-0 justify-center border-b border-line bg-sunken px-4 py-3">
      {format && isAudio(format) ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said stands below, line by line
        <audio ref={player} {...common} className="h-10 w-full max-w-[840px]" />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said stands below, line by line
        <video ref={player} {...common} playsInline className="aspect-video h-[min(42dvh,50vw)] max-w-full rounded-md" />
      )}
    </div>
  );
}
