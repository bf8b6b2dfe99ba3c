/** Codes with which a WebSocket is closed, in addition to those of the protocol graphql-transport-ws (docs/subscriptions.md). */
export const closeCodes = {
  /** The server stops or restarts: reconnect. */
  restart: 1012,
  /** Too many connections of the account or the server, too many invalid tokens, or too many requests per second: connect again later. */
  full: 1013,
  /** No valid token was sent, or the token is no longer valid. */
  unauthorized: 4401,
  /** The client read nothing for a while. The reason names the event to continue after. */
  tooSlow: 4420,
  /** Something went wrong on our side. */
  failed: 4500,
} as const;
