import type { SamePaths } from '../access.js';

/**
 * Roots and intermediates can be generated at paths of their own (`root/generate/…`), and below the path of all issuers (`issuers/generate/root/…`).
 * @param underIssuers which of the two was called; null for neither, as in GraphQL
 */
export const generatePaths = (own: string, issuers: string, underIssuers: boolean | null | undefined): SamePaths => ({
  paths: [own, issuers],
  called: underIssuers === true ? issuers : underIssuers === false ? own : undefined,
});
