import type { Access } from "#contract/access.ts";
import { type EndpointSpec, isSecret } from "#contract/endpoint.ts";
import { organizationRoleNames, organizationRoles, roleNames, teamRoles } from "#contract/roles.ts";

/**
 * What a reader needs to know of an operation beside its summary: who may call it, and what its answer holds. Short, since every generated client has it
 * hundreds of times: that Members may is said where nothing else is.
 */
export function operationWords(endpoint: EndpointSpec): string {
  const { access, creates, stream, exports, readOnly, ours } = endpoint;
  const sentences = [
    whoMay(access),
    readOnly && !exports && "Changes nothing.",
    creates === "once" ? "Shows a secret, once." : isSecret(endpoint) && "Answers a secret.",
    stream && "Answers a stream.",
    ours && "Addition.",
  ];
  return sentences.filter((sentence) => typeof sentence === "string").join(" ") || "For Members.";
}

function whoMay(access: Access): string | undefined {
  switch (access.scope) {
    case "public":
      return "Without a key.";
    case "self":
      return access.by === "session" ? "Not for keys." : "For anyone.";
    case "team": {
      const also = access.or ? ", and the person that it belongs to" : "";
      if (access.role === "team:member" && also === "") return undefined;
      if (access.role === teamRoles.at(-1)) return `For anyone in the team${also}.`;
      return `For ${roleNames[access.role]}s${also}.`;
    }
    default: {
      if (access.role === organizationRoles.at(-1)) return "For organization Members.";
      return `For organization ${organizationRoleNames[access.role]}s.`;
    }
  }
}
