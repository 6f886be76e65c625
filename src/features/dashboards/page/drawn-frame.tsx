import { useEffect, useEffectEvent, useRef, useState } from "react";
import { framePath } from "#contract/dashboards/frame.ts";
import type { SelectedElement } from "#contract/dashboards/dashboard.ts";
import { useGo } from "#ui/link.tsx";
import { useTheme } from "#ui/theme.ts";
import { readFrameMessage } from "./frame-messages.ts";

interface DrawnFrameProps {
  title: string;
  html: string;
  /** What is being written below it, in a few words. */
  writing: string | undefined;
  /** A press means the block that it hits. */
  picking: boolean;
  /** Counts up: each time the page is printed. */
  prints: number;
  onAct: (act: "definition" | "file", block: string) => void;
  onPicked: (element: SelectedElement) => void;
  onUnpick: () => void;
  onBroken: (says: string) => void;
}

/** Where each dashboard was read to, for the way back from a list. */
const places = new Map<string, number>();

/** The page itself, in a frame without origin and rights. It is handed its HTML, and tells what is pressed. */
export function DrawnFrame({ title, html, writing, picking, prints, onAct, onPicked, onUnpick, onBroken }: DrawnFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** The line to the frame, from its load on, and the same once it answers. */
  const [line, setLine] = useState<MessagePort>();
  const [port, setPort] = useState<MessagePort>();
  const [theme] = useTheme();
  const go = useGo();
  const [place] = useState(() => history.state as { __TSR_key?: string } | null);
  const key = place?.__TSR_key ?? location.pathname;
  const hear = useEffectEvent((data: unknown) => {
    const message = readFrameMessage(data);
    if (message?.kind === "ready") setPort(line);
    else if (message?.kind === "open") {
      if (message.apart) window.open(message.href, "_blank", "noopener");
      else go(message.href);
    } else if (message?.kind === "act") onAct(message.act, message.block);
    else if (message?.kind === "picked") onPicked(message.element);
    else if (message?.kind === "unpick") onUnpick();
    else if (message?.kind === "broken") onBroken(message.says);
    else if (message?.kind === "scrolled") places.set(key, message.top);
    else if (message?.kind === "key")
      (frame.current ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { ...message.keys, bubbles: true, cancelable: true }));
  });
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    setLine(port1);
    // Its origin is none, so none can be named. The policy of this page lets nothing but our own address be in it.
    frame.current?.contentWindow?.postMessage("port", "*", [port2]);
  };
  useEffect(() => {
    if (!line) return undefined;
    const listen = ({ data }: MessageEvent<unknown>) => hear(data);
    line.addEventListener("message", listen);
    line.start();
    return () => line.removeEventListener("message", listen);
  }, [line]);
  const restored = useRef(false);
  useEffect(() => {
    if (!port) return;
    port.postMessage({ kind: "page", html, theme, writing });
    if (html !== "" && !restored.current) {
      restored.current = true;
      const top = places.get(key);
      if (top !== undefined) port.postMessage({ kind: "scroll", top });
    }
  }, [port, html, theme, writing, key]);
  useEffect(() => port?.postMessage({ kind: "pick", on: picking }), [port, picking]);
  useEffect(() => {
    if (prints > 0) port?.postMessage({ kind: "print" });
  }, [port, prints]);
  return (
    <iframe
      ref={frame}
      title={title}
      src={framePath}
      sandbox="allow-scripts allow-modals"
      onLoad={connect}
      className="block min-h-0 w-full flex-1 bg-canvas"
      data-ready={port !== undefined || undefined}
    />
  );
}
