import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { serverCommand, serverRoot } from './server.js';

/** What docs/managed-keys.md tells operators to install. */
const packageName = 'pkcs11js@2.1.7';

/** SoftHSM, which Debian has as softhsm2. */
const softhsm = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so'].find((file) =>
  existsSync(file),
);

/** Beside the project, made once for all runs: the package compiles when it is installed. */
const packages = path.join(
  process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
  'trustate-tests',
  `${packageName}-${process.platform}-${process.arch}-${process.versions.modules}`,
);

/** @returns why it is not there; null if it is */
function installPackage(): string | null {
  const isThere = () => existsSync(path.join(packages, 'node_modules/pkcs11js/build/Release/pkcs11.node'));
  if (isThere()) return null;
  mkdirSync(path.dirname(packages), { recursive: true });
  const making = mkdtempSync(`${packages}.`);
  try {
    const { status, stderr, error } = spawnSync('npm', ['install', '--prefix', making, '--no-audit', packageName], {
      encoding: 'utf8',
      timeout: 240_000,
    });
    if (status !== 0) return `npm cannot install ${packageName}: ${error?.message ?? stderr.slice(-300)}`;
    // Another test may have been faster.
    if (!isThere()) {
      rmSync(packages, { recursive: true, force: true });
      renameSync(making, packages);
    }
    return isThere() ? null : `${packageName} was not compiled`;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** What sees the objects of a token without our code. */
const tool = 'pkcs11-tool';

function lackingHere(): string | null {
  if (softhsm === undefined) return 'SoftHSM is not installed (softhsm2)';
  if (spawnSync(tool, ['--help']).error) return `${tool} is not installed (opensc)`;
  return installPackage();
}

/** Why tests with a token do not run on this machine; null where they do. */
const lacking = lackingHere();

/** Tests that need a token. Where there is none, one that says so takes their place. */
export function describeTokens(title: string, body: () => void): void {
  if (lacking === null) describe(title, body);
  else
    test(`${title}: not run, ${lacking}`, () => {
      expect(lacking).toBeTruthy();
    });
}

/** A folder of tokens of SoftHSM. */
export class SoftToken {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'trustate-token-'));
  readonly label: string;
  readonly pin: string;
  #aside = '';

  constructor({ label = 'Trustate test', pin = '1234' } = {}) {
    this.label = label;
    this.pin = pin;
    mkdirSync(this.#tokens);
    writeFileSync(
      path.join(this.folder, 'softhsm2.conf'),
      `directories.tokendir = ${this.#tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`,
    );
    this.initialize(label, pin);
  }

  get #tokens(): string {
    return path.join(this.folder, 'tokens');
  }

  get library(): string {
    return softhsm ?? '';
  }

  static get packages(): string {
    return packages;
  }

  /** Settings of a server that uses it. */
  get settings(): Record<string, string> {
    return {
      SOFTHSM2_CONF: path.join(this.folder, 'softhsm2.conf'),
      TRUSTATE_PKCS11_LIBRARIES: `softhsm=${this.library}`,
      TRUSTATE_PKCS11_PACKAGE: packages,
    };
  }

  initialize(label: string, pin: string): void {
    const { status, stdout, stderr } = this.run(
      ...['softhsm2-util', '--init-token', '--free', '--label', label, '--pin', pin, '--so-pin', '5678'],
    );
    if (status !== 0) throw new Error(`softhsm2-util: ${stdout}${stderr}`);
  }

  run(command: string, ...args: readonly string[]) {
    const env = { ...process.env, SOFTHSM2_CONF: path.join(this.folder, 'softhsm2.conf') };
    return spawnSync(command, args, { encoding: 'utf8', env });
  }

  /** A command of Trustate in a process of its own, whose libraries see this token. */
  trustate(dataFolder: string, settings: Readonly<Record<string, string>>, ...command: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, serverCommand(...command), {
      cwd: serverRoot,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', TRUSTATE_DATA_DIR: dataFolder, ...settings },
    });
    return { status, said: `${stdout}${stderr}`, out: stdout.trim() };
  }

  /** What OpenSC's tool sees: the labels of private keys. */
  privateKeys(): readonly string[] {
    const { stdout } = this.run(
      tool,
      ...['--module', this.library, '--token-label', this.label, '--login', '--pin', this.pin],
      ...['--list-objects', '--type', 'privkey'],
    );
    return [...stdout.matchAll(/^\s*label:\s*(.+)$/gm)].map(([, label = '']) => label.trim());
  }

  /** A key pair of P-256 that some other program made, which may decide what it is not for. */
  foreignKey(label: string, { signs }: { readonly signs: boolean }): void {
    const program = `
      const cryptoki = require('pkcs11js');
      const lib = new cryptoki.PKCS11();
      lib.load(${JSON.stringify(this.library)});
      lib.C_Initialize();
      const slot = lib.C_GetSlotList(true).find((each) => lib.C_GetTokenInfo(each).label.trim() === ${JSON.stringify(this.label)});
      const session = lib.C_OpenSession(slot, cryptoki.CKF_SERIAL_SESSION | cryptoki.CKF_RW_SESSION);
      lib.C_Login(session, cryptoki.CKU_USER, ${JSON.stringify(this.pin)});
      const kept = [
        { type: cryptoki.CKA_TOKEN, value: true },
        { type: cryptoki.CKA_LABEL, value: ${JSON.stringify(label)} },
        { type: cryptoki.CKA_ID, value: Buffer.from(${JSON.stringify(label)}) },
      ];
      lib.C_GenerateKeyPair(
        session,
        { mechanism: cryptoki.CKM_EC_KEY_PAIR_GEN },
        [...kept, { type: cryptoki.CKA_EC_PARAMS, value: Buffer.from('06082a8648ce3d030107', 'hex') }],
        [...kept, { type: cryptoki.CKA_PRIVATE, value: true }, { type: cryptoki.CKA_SIGN, value: ${String(signs)} }, { type: cryptoki.CKA_DERIVE, value: true }],
      );
      lib.C_Finalize();
    `;
    const { status, stderr } = spawnSync(process.execPath, ['-e', program], {
      ...{ cwd: packages, encoding: 'utf8' },
      env: { ...process.env, ...this.settings },
    });
    if (status !== 0) throw new Error(`no key in the token: ${stderr}`);
  }

  /** Takes the token out of its slot, and puts it back. */
  takeOut(): void {
    this.#aside = `${this.#tokens}-out`;
    renameSync(this.#tokens, this.#aside);
    mkdirSync(this.#tokens);
  }

  putBack(): void {
    rmSync(this.#tokens, { recursive: true, force: true });
    renameSync(this.#aside, this.#tokens);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
