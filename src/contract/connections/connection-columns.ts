import type { ListColumns } from "#contract/list.ts";
import type { Connection } from "./connections.ts";

export const connectionColumns = {
  name: { header: "Name", width: "clamp(140px, 24vw, 300px)" },
  server: { header: "Server", from: "sm", quiet: true },
  for: { header: "For", width: "160px", quiet: true, from: "md" },
  state: { header: "State", width: "264px", from: "sm" },
  used: { header: "Used by", width: "160px", from: "md", quiet: true },
} satisfies ListColumns<Connection>;
