import { meetFaults } from "./provider-fault-scenes.cases.ts";

meetFaults({ everywhere: true });
