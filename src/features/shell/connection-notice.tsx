import { onlineManager } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";

/** Says that the browser is offline; what was changed meanwhile is sent when it is back. */
export function ConnectionNotice() {
  const online = useSyncExternalStore(
    (reader) => onlineManager.subscribe(reader),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status" className="empty:hidden">
      {online ? null : (
        <p className="flex items-center gap-2 border-b border-line bg-waiting-soft px-5 py-1.5 text-sm text-waiting">
          <CloudOff size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
          You are offline. This page may be out of date.
        </p>
      )}
    </div>
  );
}
