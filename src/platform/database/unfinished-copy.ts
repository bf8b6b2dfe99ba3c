/**
 * Recorded like a migration in a database that is being filled with the rows of another one. No version of this program knows a migration of this name, so none
 * serves the database before it is complete.
 */
export const unfinishedCopy = 'unfinished_copy';

/** The table that says what is being copied, how far it has come, and what has to be put back at the end. */
export const copyTable = '_trustate_copy';
