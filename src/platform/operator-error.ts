/** A problem that only the operator can solve. Its message is one complete line for standard error, without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** The message of the system in words; the code itself if it is not listed. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists and is not a folder',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead round in a circle',
  EMFILE: 'too many open files',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'its name cannot be looked up now',
  EADDRNOTAVAIL: 'no such address on this machine',
  EADDRINUSE: 'in use by another program',
};

/** The code of a system or SQLite error (`EACCES`, `SQLITE_BUSY`), else `undefined`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Why a system call failed, in a few words. */
export function systemReason(error: unknown): string {
  const code = errorCode(error);
  if (code !== undefined && code in reasons) return reasons[code] ?? code;
  return code ?? (error instanceof Error ? error.message : String(error));
}

/** As below, for what may also be the failure of a connection: a disk that takes nothing more. */
export function namingFullFile(error: unknown, file: string): unknown {
  return /^(?:ENOSPC|EDQUOT|EFBIG|EIO)$/.test(errorCode(error) ?? '') ? namingFile(error, file) : error;
}

/** The name of the file that a failing call worked on: where the file is open already, the system does not say. */
export function namingFile(error: unknown, file: string): unknown {
  const nameless = error instanceof Error && 'syscall' in error && !('path' in error);
  return nameless ? Object.assign(error, { path: file }) : error;
}
