import { checkEngineOrders } from "./engine-orders.ts";

checkEngineOrders({ workers: 12 });
