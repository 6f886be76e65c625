import { organizationRoles, teamRoles } from "./roles.ts";
import { z } from "./zod.ts";

// Beside the roles, which are free of zod. They have names in the document: generated clients have one type of each.

export const teamRole = z.enum(teamRoles).meta({ id: "TeamRole" });
export const organizationRole = z.enum(organizationRoles).meta({ id: "OrganizationRole" });
