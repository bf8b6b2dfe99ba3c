import { z } from 'zod';

const server = z.strictObject({ address: z.url({ protocol: /^https?$/ }), token: z.string().min(1) });

/** Which servers to compare, as the command hands it on by the environment: tokens are no arguments of processes here. */
export const peerSettings = z.strictObject({
  vault: server.optional(),
  tfe: server.optional(),
  /** Nothing to start one. */
  ours: server.optional(),
  /** One of the other server's that is there already. */
  organization: z.string().optional(),
  /** Whether addresses need not be this machine's. */
  anywhere: z.boolean(),
  /** PEM of the authorities to trust. */
  authorities: z.string().optional(),
  /** Processes whose CPU counts as the other server's: its database's. */
  pids: z.array(z.int().positive()),
});
export type PeerSettings = Readonly<z.infer<typeof peerSettings>>;
