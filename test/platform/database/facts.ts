/** Rows of the plainest table there is, for tests that write past the client. */
export const insertFact = 'INSERT INTO "InstallationFact" (key, value) VALUES (?, ?)';
