/** The used part of a `WebSocket`. The classes of browsers, of Node, and of the package `ws` have this shape. */
export type WebSocketClass = new (
  url: string,
  protocols?: string,
) => {
  readonly readyState: number;
  send(message: string): void;
  close(code?: number, reason?: string): void;
};
