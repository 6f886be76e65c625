import { fuzzEveryEndpoint } from "./fuzz.ts";

fuzzEveryEndpoint(Number(process.env.FUZZ_RUNS ?? 300));
