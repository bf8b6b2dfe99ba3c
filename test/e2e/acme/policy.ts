import { subjectAltName } from '../../../src/pki/x509/index.js';
import type { GeneralName } from '../../../src/pki/x509/index.js';
import { requestIn, wantedFor } from '../../pki/external-policy/service.js';
import type { Received, Reply } from '../../pki/external-policy/service.js';

const valueOf = (name: GeneralName): string => (name.type === 'dns' || name.type === 'ip' ? name.value : '');

/** A service that lets clients of ACME have what they ask for, except one name. */
export async function approving(received: Received): Promise<Reply> {
  const { extensions, subject } = requestIn(received);
  const asked = extensions.subjectAltName ?? [];
  const names: readonly GeneralName[] = asked.length > 0 ? asked : [{ type: 'dns', value: subject.commonName ?? '' }];
  if (names.some((name) => valueOf(name) === 'evil.example')) return { error: 'nobody gets evil.example' };
  const [first] = names;
  const certificate = await wantedFor(received, {
    name: first ? valueOf(first) : '',
    content: { extensions: [subjectAltName(names)] },
  });
  return { certificate };
}
