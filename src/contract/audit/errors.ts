export const auditErrors = {
  seals_unreadable: {
    status: 409,
    message:
      "The key of this log’s seals cannot be opened with this installation's SECRETS_KEY. Start the service with the key that it had before.",
  },
};
