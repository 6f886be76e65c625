import { checkEngineOrders } from "./engine-orders.ts";

checkEngineOrders({ workers: 500, children: 500 });
