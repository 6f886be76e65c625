import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { sketchRead } from "#features/dashboards/queries.ts";
import { useShownTheme } from "#features/dashboards/use-shown-theme.ts";
import { cx } from "#ui/cx.ts";

/** What a dashboard looks like, from its own figures and without its words. Counted once it is near the window. */
export function Sketch({ artifact, faded }: { artifact: Artifact; faded: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: "200px" });
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const theme = useShownTheme();
  const version = artifact.thumbnail_url === null ? undefined : artifact.updated_at;
  return (
    <div
      ref={box}
      aria-hidden
      className="aspect-[258/162] overflow-hidden rounded-md border border-line bg-canvas transition-colors group-hover:border-line-strong"
    >
      {version !== undefined && near ? <Drawn key={theme} artifact={artifact} theme={theme} faded={faded} /> : null}
      {version === undefined ? <div className="m-[4.6%] h-[calc(100%-9.2%)] rounded-sm border border-dashed border-line-strong" /> : null}
    </div>
  );
}

function Drawn({ artifact, theme, faded }: { artifact: Artifact; theme: "light" | "dark"; faded: boolean }) {
  const version = /version=([0-9a-f-]{36})/.exec(artifact.thumbnail_url ?? "")?.[1] ?? "";
  const { data } = useQuery(sketchRead(artifact.id, version, theme));
  const address = data && `data:image/svg+xml,${encodeURIComponent(new TextDecoder().decode(data))}`;
  if (!address) return null;
  return <img src={address} alt="" className={cx("size-full animate-in object-cover object-top", faded && "opacity-50")} />;
}
