/** Of the client for S3, about a Node that we support until we raise ours; of PostgreSQL's, about what `sslmode` is to mean in a version that we do not have. */
const forUs = [/^NodeVersionSupportWarning: The AWS SDK for JavaScript/, /^SECURITY WARNING: The SSL modes /];

/** Keeps from standard error what libraries say to those who develop with them: the line that says why a start failed is the only one there. */
export function leaveOutLibraryWarnings(): void {
  const shown = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (forUs.some((shape) => shape.test(warning.message))) return;
    for (const show of shown) show.call(process, warning);
  });
}
