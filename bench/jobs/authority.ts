import { randomBytes } from 'node:crypto';
import { csrPem } from '../../test/pki/policy/made.js';
import type { Certifying } from './steps.js';
import { good, once } from './target.js';
import type { Target } from './target.js';

/** A mount of a certificate authority that was made to be measured and is removed afterwards, with everything that was issued. */
export class MeasuredAuthority {
  private constructor(
    private readonly target: Target,
    private readonly path: string,
    private readonly csr: string,
  ) {}

  static async open(target: Target): Promise<MeasuredAuthority> {
    const path = `bench-${randomBytes(4).toString('hex')}`;
    const authority = new MeasuredAuthority(target, path, await csrPem());
    await authority.#post(`sys/mounts/${path}`, { type: 'pki', config: { max_lease_ttl: '87600h' } });
    try {
      const root = { common_name: 'Bench root', key_type: 'ec', key_bits: 256, ttl: '87600h' };
      await authority.#post(`${path}/root/generate/internal`, root);
      const role = { allow_any_name: true, enforce_hostnames: false, ttl: '24h', max_ttl: '48h' };
      for (const [name, more] of Object.entries(roles))
        await authority.#post(`${path}/roles/${name}`, { ...role, ...more });
      return authority;
    } catch (error) {
      await authority.close();
      throw error;
    }
  }

  load({ role, act }: { readonly role: keyof typeof roles; readonly act: 'issue' | 'sign' }): Certifying {
    const { address, token } = this.target;
    const path = `/v1/${this.path}/${act}/${role}`;
    return { kind: 'job', does: 'certify', address, token, path, ...(act === 'sign' && { csr: this.csr }) };
  }

  async close(): Promise<void> {
    const { status } = await once(this.target, { method: 'DELETE', path: `/v1/sys/mounts/${this.path}` });
    if (status >= 300) console.log(`${this.target.name}: the mount ${this.path} is left: ${status}`);
  }

  async #post(path: string, body: object): Promise<void> {
    await good(this.target, {
      method: 'POST',
      path: `/v1/${path}`,
      body: JSON.stringify(body),
      type: 'application/json',
    });
  }
}

const roles = {
  stored: { key_type: 'ec', key_bits: 256 },
  unstored: { key_type: 'ec', key_bits: 256, no_store: true },
  rsa: { key_type: 'rsa', key_bits: 2048 },
} as const;
