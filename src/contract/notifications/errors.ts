export const notificationErrors = {
  chat_refused: { status: 400, message: "The chat did not take the message. Check its address." },
} as const;
