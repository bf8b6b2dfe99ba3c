/** Sets of one organization. */
export const mostSets = 1_000;
/** Workspaces, or projects, that one set is for. */
export const mostScopes = 1_000;
