import { hook } from "./loading.js";

await import("./main.ts");
hook.deregister();
