/** For services of tests: a busy machine is no reason for an answer that says to come again. Proofs have the settings of operators. */
export const patientSettings: Readonly<Record<string, string>> = process.env.LONG ? {} : { REQUEST_PATIENCE: "40" };
