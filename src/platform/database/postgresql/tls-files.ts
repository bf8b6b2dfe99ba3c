import { readFileSync } from 'node:fs';
import { OperatorError, systemReason } from '../../operator-error.js';

/**
 * The driver reads the files that a URL names where a connection is made, and says of a failure neither which parameter it is about nor, of a folder, which
 * file. Of one without certificates it says nothing.
 * @throws OperatorError
 */
export function requireTlsFiles(url: string): void {
  if (!URL.canParse(url)) return;
  const { searchParams } = new URL(url);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = searchParams.get(name) ?? '';
    if (file !== '') requirePem(name, file);
  }
  const asPsql = searchParams.get('uselibpqcompat') === 'true';
  if (asPsql && searchParams.get('sslmode') === 'verify-ca' && (searchParams.get('sslrootcert') ?? '') === '')
    throw new OperatorError('In the URL of the database, sslmode=verify-ca needs sslrootcert=FILE.');
}

function requirePem(name: string, file: string): void {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch (error) {
    const reason = systemReason(error);
    throw new OperatorError(`The file ${file} of ${name} in the URL of the database cannot be read: ${reason}`, {
      cause: error,
    });
  }
  if (!text.includes('-----BEGIN '))
    throw new OperatorError(`The file ${file} of ${name} in the URL of the database holds nothing in PEM.`);
}
