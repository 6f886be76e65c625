import { useLocation } from "@tanstack/react-router";
import { useState } from "react";

const memory = new Map<string, unknown>();
const kept = 50;

/** Names the entry of the browser's history that is open. */
export function useEntryKey(): string {
  return useLocation({ select: (location) => location.state.__TSR_key ?? "first" });
}

/** State of one entry of the history: gone in a new one, and back when somebody comes back to it. */
export function useEntryState<T>(name: string, initial: T): [T, (next: T) => void] {
  const id = `${name} ${useEntryKey()}`;
  const [held, setHeld] = useState(() => ({ id, value: recall(id, initial) }));
  const value = held.id === id ? held.value : recall(id, initial);
  return [
    value,
    (next) => {
      remember(id, next);
      setHeld({ id, value: next });
    },
  ];
}

function recall<T>(id: string, initial: T): T {
  return memory.has(id) ? (memory.get(id) as T) : initial;
}

function remember(id: string, value: unknown): void {
  memory.delete(id);
  memory.set(id, value);
  if (memory.size > kept) memory.delete(memory.keys().next().value ?? "");
}
