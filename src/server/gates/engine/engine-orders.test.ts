import { checkEngineOrders } from "./engine-orders.ts";

checkEngineOrders({ workers: 12, children: 20 });
