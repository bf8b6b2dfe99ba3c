import { PrismaClientKnownRequestError } from '@prisma/client/runtime/client';
import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import type { DriverAdapterError } from '@prisma/driver-adapter-utils';

/** What the adapter says → the client's code (Prisma's error reference). */
const codes: Readonly<Partial<Record<DriverAdapterError['cause']['kind'], string>>> = {
  AuthenticationFailed: 'P1000',
  DatabaseNotReachable: 'P1001',
  DatabaseDoesNotExist: 'P1003',
  SocketTimeout: 'P1008',
  DatabaseAlreadyExists: 'P1009',
  DatabaseAccessDenied: 'P1010',
  TlsConnectionError: 'P1011',
  ConnectionClosed: 'P1017',
  TransactionAlreadyClosed: 'P1018',
  LengthMismatch: 'P2000',
  UniqueConstraintViolation: 'P2002',
  ForeignKeyConstraintViolation: 'P2003',
  RestrictViolation: 'P2003',
  InvalidInputValue: 'P2007',
  NullConstraintViolation: 'P2011',
  ValueOutOfRange: 'P2020',
  TableDoesNotExist: 'P2021',
  ColumnNotFound: 'P2022',
  InconsistentColumnData: 'P2023',
  TransactionWriteConflict: 'P2034',
  TooManyConnections: 'P2037',
  postgres: 'P2039',
  sqlite: 'P2039',
};

/** An error of a direct statement as the client would have it: who handles errors needs to know one kind. */
export function failureOf(error: unknown, modelName = 'a raw statement'): unknown {
  if (!isDriverAdapterError(error)) return error;
  const code = codes[error.cause.kind];
  if (code === undefined) return error;
  const { originalMessage } = error.cause;
  return failure(code, `${error.cause.kind} on ${modelName}${originalMessage ? `: ${originalMessage}` : ''}`, {
    modelName,
    driverAdapterError: error,
  });
}

/** `findUniqueOrThrow`, `update` and `delete` without a row. */
export const missingRow = (modelName: string): Error =>
  failure('P2025', `a row of ${modelName} that was required is not there`, { modelName });

/** The transaction did not begin in time, or took too long. */
export const transactionFailure = (message: string): Error => failure('P2028', message, {});

function failure(code: string, message: string, meta: Record<string, unknown>): Error {
  return new PrismaClientKnownRequestError(message, { code, clientVersion: 'direct', meta });
}
