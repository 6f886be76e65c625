import type { ServerKind } from "./server-kind.ts";

interface KindWords {
  readonly address: string;
  readonly hint: string;
  readonly example: string;
  /** What is lost when it leads to another server. */
  readonly moved: string;
  /** Whom it serves when it is shared, and when it is not. */
  readonly everyone: string;
  readonly you: string;
}

/** How the fields of a connection are worded, by what it leads to. */
export const kindWords: Readonly<Record<ServerKind, KindWords>> = {
  server: {
    address: "Server address",
    hint: "The address of an MCP server, as its provider gives it",
    example: "https://mcp.example.com/mcp",
    moved: "all stored header values and sign-ins are deleted. Enter new values for it.",
    everyone: "Everyone can use it in their runs, and Managers can change it. Otherwise only runs that you start use it.",
    you: "Only runs that you start use it.",
  },
  mailbox: {
    address: "Mail server",
    hint: "The host for IMAP, as the provider gives it. Agents can start when an email arrives.",
    example: "imap.example.com",
    moved: "the stored password is deleted. Enter the one for it.",
    everyone: "Everyone can let their agents listen to it, and Managers can change it. Otherwise only you can.",
    you: "Only you can let agents listen to it.",
  },
  signavio: {
    address: "Address",
    hint: "Where you open SAP Signavio. Processes are exported there.",
    example: "https://editor.signavio.com",
    moved: "the stored password is deleted. Enter the one for it.",
    everyone: "Every Manager can export processes by it. Otherwise only you can.",
    you: "Only you can export processes by it.",
  },
};
