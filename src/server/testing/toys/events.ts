import { change, event, subjects } from "#contract/event.ts";
import { z } from "#contract/zod.ts";

const of = subjects({ toy: { by: "toy_id", in: "" } });

export const toyEvents = {
  "toy.made": change(of.toy),
  "toy.wrapped": event(of.toy, { letters: z.int() }),
};

type ToyEvents = typeof toyEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends ToyEvents {}
}
