const ways = "A way to look at a list, which changes nothing in it.";
const told = "What somebody was told, and wants to be told, is theirs alone.";

/** Writes that no event tells of, and why nobody misses it. */
export const unrecorded: Readonly<Record<string, string>> = {
  moveAgentsToFolder: "Where an agent is filed changes nothing of what it does.",
  createCaseAttachmentUploadUrl: "The file is recorded once it has arrived.",
  createClarityCaptureUploadUrl: "The capture is recorded once its file is read.",
  createCaseView: ways,
  updateCaseView: ways,
  deleteCaseView: ways,
  createListView: ways,
  updateListView: ways,
  deleteListView: ways,
  setListColumns: ways,
  uploadSandboxFile: "What a run is given is the run's own, and goes with it.",
  markNotificationBatchRead: told,
  markNotificationRead: told,
  dismissNotification: told,
  markAllNotificationsRead: told,
  deleteReadNotifications: told,
  replaceNotificationPreferences: told,
  unsubscribe: told,
  testNotificationChat: "A message that says so arrives; the chat is what it was.",
  inviteOrgMember: "The person who joins is recorded; until then it gives nothing.",
  requestToJoin: "Recorded once it is answered.",
  declineJoinRequest: "Nothing came of it, and they may ask again.",
  resetPassword: "Recorded by its handler: nobody is signed in who could be named otherwise.",
  completeMcpOAuth: "Recorded by its handler, which knows whether a connection is new or repaired.",
  decideAuthorization: "Recorded by its handler as the key that it makes; what is declined gives nothing.",
  startSecondFactor: "Recorded once it is confirmed; until then nothing asks for it.",
  receiveWebhook: "The event is kept as it came; a run that it starts is recorded.",
  sendTestEvent: "The event is kept as it came; a run that it starts is recorded.",
};
