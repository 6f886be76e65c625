import { meetFaults } from "./provider-fault-scenes.ts";

meetFaults({ everywhere: false });
