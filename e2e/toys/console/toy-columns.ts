import type { ListColumns } from "#contract/list.ts";
import type { Toy } from "#server/testing/toys/toys.contract.ts";

export const toyColumns = {
  name: { header: "Name" },
  wrapped: { header: "State", width: "144px" },
  paint: { header: "Color", width: "144px", from: "sm", quiet: true },
} satisfies ListColumns<Toy>;
