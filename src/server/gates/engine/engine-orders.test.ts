import { checkEngineOrders } from "./engine-orders.ts";

checkEngineOrders({ workers: 12, children: 15, programs: 20, jobs: 5 });
