import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder in which openssl runs. */
export class OpenSsl {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'trustate-openssl-'));
  #files = 0;

  /** Writes what openssl shall read. */
  file(content: string | Uint8Array): string {
    const name = path.join(this.folder, `file-${++this.#files}`);
    writeFileSync(name, typeof content === 'string' && !content.endsWith('\n') ? `${content}\n` : content);
    return name;
  }

  run(...args: readonly string[]): { ok: boolean; said: string; out: Buffer } {
    const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: this.folder });
    return { ok: status === 0, said: `${stdout.toString()}${stderr.toString()}`, out: stdout };
  }

  /** @returns what it printed. @throws Error with all it said when it failed */
  ok(...args: readonly string[]): string {
    const { ok, said, out } = this.run(...args);
    if (!ok) throw new Error(`openssl ${args.join(' ')}: ${said}`);
    return out.toString();
  }

  /** A key of a kind such as `rsa:2048` or `ec:P-256`, and a request for it. */
  request(kind: string, subject = '/CN=asked.example.com', ...more: readonly string[]): { key: string; csr: string } {
    const [type = '', size = ''] = kind.split(':');
    const options = { rsa: `rsa_keygen_bits:${size}`, ec: `ec_paramgen_curve:${size}` }[type];
    const key = this.ok(
      'genpkey',
      ...['-algorithm', type === 'rsa' ? 'RSA' : type === 'ec' ? 'EC' : 'ED25519'],
      ...(options === undefined ? [] : ['-pkeyopt', options]),
    );
    const csr = this.ok('req', '-new', '-key', this.file(key), '-subj', subject, '-utf8', ...more);
    return { key, csr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
