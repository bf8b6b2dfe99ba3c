import type { CatalogueRow } from './row.js';

/** Problems of the state service. */
export const stateProblems = {
  // Locks
  ALREADY_LOCKED: {
    text: 'Unable to lock workspace. The workspace is already locked.',
    remedy: 'Wait until `lock` is released, or break it.',
    type: 'LockHeldProblem',
    rest: 'state',
  },
  NOT_LOCKED: {
    text: 'Unable to unlock workspace. The workspace is not locked.',
    remedy: 'Nothing is left to do.',
    type: 'GenericProblem',
    rest: 'state',
  },
  UNLOCK_HELD_BY_OTHER: {
    text: 'Unable to unlock workspace. The workspace is locked by <who>.',
    remedy: 'Let the holder of `lock` release it, or break it with `forceUnlockWorkspace`.',
    type: 'LockHeldProblem',
    rest: 'state',
  },
  LATEST_VERSION_PENDING: {
    text: 'Unable to unlock workspace: latest state version is still pending',
    remedy: 'Upload the content of the version, or break the lock with `forceUnlockWorkspace`.',
    type: 'GenericProblem',
    rest: 'state',
  },
  LOCK_REQUIRED: {
    text: 'This workspace is not locked and will only accept state uploads when locked',
    remedy: 'Lock the workspace first.',
    type: 'GenericProblem',
    rest: 'state',
  },
  LOCK_HELD_BY_OTHER: {
    text: 'This workspace is locked by <who> and will only accept state uploads from them while locked.',
    remedy: 'Wait until `lock` is released.',
    type: 'LockHeldProblem',
    rest: 'state',
  },
  LOCK_ID_MISMATCH: {
    text: 'The workspace is locked by <who>, under another lock id than the one given',
    remedy: 'Give the id that `lock` has, or wait until it is released.',
    type: 'LockHeldProblem',
    rest: 'state',
  },

  // State versions
  MD5_CONFLICT: {
    text: 'The MD5 hash of the state provided does not match what is currently known for the same serial number',
    remedy: 'Read the current state and continue from there.',
    type: 'StateConflictProblem',
    rest: 'state',
  },
  LINEAGE_CONFLICT: {
    text: 'The lineage provided in the state file does not match the value currently known for this workspace',
    remedy: 'Send the state to the workspace that it belongs to. With `force` it replaces the other state.',
    type: 'StateConflictProblem',
    rest: 'state',
  },
  SERIAL_STALE: {
    text: 'The serial provided in the state file is not greater than the serial currently known remotely',
    remedy: 'Read the current state and continue from `currentSerial`.',
    type: 'StateConflictProblem',
    rest: 'state',
  },
  CONTENT_MISMATCH: {
    text: 'The content does not match what was declared for it',
    remedy: 'Declare the value that the content has: `found`.',
    type: 'ContentMismatchProblem',
    rest: 'state',
  },
  CONTENT_NOT_STATE: {
    text: 'The content is not a state file',
    remedy: 'Send a state file. In `jsonState`, send the output of `show -json`.',
    type: 'GenericProblem',
    inErrors: true,
    rest: 'state',
  },
  CONTENT_TOO_LARGE: {
    text: 'The content is larger than the limit of <limit> bytes',
    remedy: 'Split the configuration; an operator can raise the limit.',
    type: 'LimitProblem',
    rest: 'state',
  },
  TOO_MANY_OUTPUTS: {
    text: 'The content has too many outputs',
    remedy: 'Use fewer outputs, or combine several values in one.',
    type: 'LimitProblem',
    rest: 'state',
  },
  STORAGE_QUOTA_EXCEEDED: {
    text: 'This content would exceed the storage quota of the organization. Its owners can permanently delete the backing data of old state versions, and a site administrator can raise the quota',
    remedy: 'Permanently delete the backing data of old versions, or have the quota raised.',
    type: 'StorageQuotaProblem',
    rest: 'state',
  },
  CONTENT_UNAVAILABLE: {
    text: 'The content of this state version is not available',
    meaning: 'The content was not uploaded yet, or was deleted.',
    remedy: 'Use a version with content, or restore its backing data.',
    type: 'GenericProblem',
    inErrors: true,
    rest: 'state',
  },
  CONTENT_NOT_READ: {
    text: 'The content of this state version could not be read',
    meaning:
      'What is asked for is read from the content, and that is encrypted or of a form that this server does not know. The message says which.',
    remedy: 'Download the content, and read it with the program that wrote it.',
    inErrors: true,
    rest: 'state',
  },
  NOT_PROCESSED: {
    text: 'The state version is still being processed; try again shortly',
    remedy: 'Try again shortly, or wait for the event that says it is processed.',
    inErrors: true,
    rest: 'state',
  },

  // Uploads and downloads
  SIGNATURE_INVALID: {
    text: 'This URL is not valid',
    remedy: 'Get a fresh URL from the state version.',
    rest: 'state',
  },
  SIGNATURE_EXPIRED: {
    text: 'This URL has expired',
    remedy: 'Get a fresh URL from the state version.',
    rest: 'state',
  },
  ALREADY_UPLOADED: {
    text: 'Content was already uploaded to this URL',
    remedy: 'Nothing is left to do.',
    rest: 'state',
  },
  UPLOAD_CLOSED: {
    text: 'The state version no longer accepts content',
    remedy: 'Create another state version.',
    rest: 'state',
  },
  UPLOAD_INCOMPLETE: {
    text: 'The upload ended before all the announced bytes arrived',
    remedy: 'Send it again.',
    rest: 'state',
  },
  PRECONDITION_FAILED: {
    text: 'The content does not match the condition of the request',
    remedy: 'Read it again without the condition.',
    rest: 'state',
  },
  RANGE_NOT_SATISFIABLE: {
    text: 'The requested range lies outside the content',
    remedy: 'Request a range inside the content, or all of it.',
    rest: 'state',
  },

  // Backing data and deletion
  TRANSITION_NOT_ALLOWED: {
    text: 'transition not allowed',
    meaning: 'The current status of the object does not allow this. The message names that status.',
    remedy: 'Read the object again.',
    type: 'GenericProblem',
    rest: 'state',
  },
  NOT_IN_DEPLOYMENT: {
    text: 'This action is not available in this deployment',
    remedy: 'None: the operator chose this kind of deployment.',
    type: 'GenericProblem',
    rest: 'state',
  },
  WORKSPACE_LOCKED: {
    text: 'The workspace is locked and cannot be deleted safely',
    remedy: 'Wait until `lock` is released. A deletion without the safety check ignores the lock.',
    type: 'LockHeldProblem',
    rest: 'state',
  },
  WORKSPACE_PROCESSING: {
    text: 'The state of the workspace is still being processed; it is not yet known whether deleting it is safe',
    remedy: 'Try again shortly.',
    type: 'GenericProblem',
    rest: 'state',
  },
  WORKSPACE_MANAGES_RESOURCES: {
    text: 'The workspace still has resources under management and cannot be deleted safely',
    remedy: 'Destroy the resources first. A deletion without the safety check ignores them.',
    type: 'GenericProblem',
    rest: 'state',
  },
  IN_USE: {
    text: 'The object is still in use',
    remedy: 'First remove what the message names.',
    type: 'GenericProblem',
  },
} as const satisfies Readonly<Record<string, CatalogueRow>>;
