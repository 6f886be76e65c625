import { checkEngineOrders } from "./engine-orders.ts";

checkEngineOrders({ workers: 500, children: 500, programs: 1_000, jobs: 200 });
