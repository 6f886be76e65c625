import { needsSession } from "#contract/access.ts";
import { type EndpointSpec, isSecret } from "#contract/endpoint.ts";
import { allEndpoints } from "#contract/index.ts";

/** Why an operation is no tool; undefined for one that is. Everything else of the contract is offered. */
export function whyWithheld(endpoint: EndpointSpec): string | undefined {
  const { name, stream, access, status } = endpoint;
  if (name === "clearQueueCases") return "It deletes every case of a queue at once. The specification keeps it from models.";
  if (stream) return "A stream of events does not end, and an answer has to.";
  if (access.scope === "public") return "It is for people without a key: to sign in, to join, to set up.";
  if (needsSession(access)) return "It asks for a signed-in person. A key would always be refused.";
  if (isSecret(endpoint))
    return "Its answer gives access to anyone who has it, and a model would have it. Ask a person to do this in the console.";
  if (status === 308) return "It only says that another operation took its place, which is a tool itself.";
  return undefined;
}

/** The same by name, as a sentence; undefined for a name that the contract does not have. */
export function whyWithheldName(name: string): string | undefined {
  const endpoint = allEndpoints.find((one) => one.name === name);
  const why = endpoint && whyWithheld(endpoint);
  return why && `${name} is no tool. ${why}`;
}
