/** The part of a `WebSocket` that is used: that of browsers and Node, and that of the package `ws`, are such classes. */
export type WebSocketClass = new (
  url: string,
  protocols?: string,
) => {
  readonly readyState: number;
  send(message: string): void;
  close(code?: number, reason?: string): void;
};
