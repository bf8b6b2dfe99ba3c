/** Codes that a WebSocket is closed with, in addition to those of the protocol graphql-transport-ws (docs/subscriptions.md). */
export const closeCodes = {
  /** The server stops or restarts: reconnect. */
  restart: 1012,
  /** Too many connections, of the account or of the server, too many with invalid tokens, or too many requests a second: connect again later. */
  full: 1013,
  /** No valid token was sent, or the token holds no longer. */
  unauthorized: 4401,
  /** The client took nothing for a while. The reason names the event to go on after. */
  tooSlow: 4420,
  /** Something went wrong on our side. */
  failed: 4500,
} as const;
