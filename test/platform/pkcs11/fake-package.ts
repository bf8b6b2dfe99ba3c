import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The program of a package that is called like the real one and whose token does what files tell it to: crash, hang, lose its session. */
const program = `
const fs = require('node:fs');
const path = require('node:path');
const folder = __dirname;
const said = (name) => { try { return fs.readFileSync(path.join(folder, name), 'utf8'); } catch { return ''; } };
const note = (what) => fs.appendFileSync(path.join(folder, 'calls'), what + '\\n');
const names = ['CKF_OS_LOCKING_OK','CKF_SERIAL_SESSION','CKF_RW_SESSION','CKF_TOKEN_INITIALIZED','CKU_USER','CKO_PUBLIC_KEY','CKO_PRIVATE_KEY',
  'CKO_SECRET_KEY','CKK_RSA','CKK_EC','CKK_AES','CKA_CLASS','CKA_KEY_TYPE','CKA_TOKEN','CKA_PRIVATE','CKA_SENSITIVE','CKA_EXTRACTABLE','CKA_LABEL',
  'CKA_ID','CKA_SIGN','CKA_VERIFY','CKA_ENCRYPT','CKA_DECRYPT','CKA_VALUE_LEN','CKA_MODULUS','CKA_MODULUS_BITS','CKA_PUBLIC_EXPONENT',
  'CKA_EC_PARAMS','CKA_EC_POINT','CKM_RSA_PKCS','CKM_RSA_PKCS_PSS','CKM_ECDSA','CKM_AES_GCM','CKM_AES_KEY_GEN','CKM_EC_KEY_PAIR_GEN',
  'CKM_RSA_PKCS_KEY_PAIR_GEN','CKM_SHA256','CKM_SHA384','CKM_SHA512','CKG_MGF1_SHA256','CKG_MGF1_SHA384','CKG_MGF1_SHA512','CK_PARAMS_RSA_PSS',
  'CK_PARAMS_AES_GCM'];
const numbers = Object.fromEntries(names.map((name, at) => [name, at + 1]));
const handle = (n) => { const bytes = Buffer.alloc(8); bytes.writeUInt32LE(n); return bytes; };
const fail = (code) => { throw new Error(code + ':1'); };
const once = (mode) => { if (said('mode').endsWith(' once')) fs.rmSync(path.join(folder, 'mode')); return mode; };
let active = 0;
let sessions = 0;
class PKCS11 {
  load() { if (said('library') === 'missing') throw new Error('cannot open shared object file'); }
  C_Initialize() { note('start ' + process.pid); }
  C_GetSlotList() { return [handle(7)]; }
  C_GetTokenInfo() { return { label: 'fake'.padEnd(32), flags: -1 }; }
  C_OpenSession() {
    if (sessions >= Number(said('sessions') || 1000)) { note('full'); fail('CKR_SESSION_COUNT'); }
    return handle(++sessions);
  }
  C_CloseSession() { sessions -= 1; }
  C_Login(session, user, pin) { note('login'); if (pin !== '1234') fail('CKR_PIN_INCORRECT'); }
  C_FindObjectsInit() {}
  C_FindObjects() { return [handle(2)]; }
  C_FindObjectsFinal() {}
  C_GetAttributeValue(session, object, [{ type }]) {
    const values = { [numbers.CKA_EC_PARAMS]: '06082a8648ce3d030107', [numbers.CKA_EC_POINT]: '04' + '11'.repeat(64), [numbers.CKA_ID]: '01',
      [numbers.CKA_SIGN]: said('signs') };
    return [{ type, value: Buffer.from(values[type] ?? '', 'hex') }];
  }
  C_SignInit() {}
  async C_SignAsync() {
    const mode = said('mode').split(' ')[0];
    note('sign');
    if (mode === 'abort') { once(mode); process.abort(); }
    if (mode === 'hang') { once(mode); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }
    if (mode === 'lost') { once(mode); fail('CKR_SESSION_HANDLE_INVALID'); }
    if (mode === 'refuse') fail('CKR_MECHANISM_INVALID');
    active += 1;
    note('active ' + active);
    if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, 100));
    active -= 1;
    return Buffer.alloc(64, 1);
  }
}
module.exports = { PKCS11, ...numbers };
`;

/** A folder in which that package is installed. */
export class FakePackage {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'trustate-fake-token-'));
  readonly #package = path.join(this.folder, 'node_modules/pkcs11js');

  constructor() {
    mkdirSync(this.#package, { recursive: true });
    writeFileSync(path.join(this.#package, 'package.json'), '{"name":"pkcs11js","main":"index.js"}');
    writeFileSync(path.join(this.#package, 'index.js'), program);
  }

  /** `abort`, `hang`, `lost`, `refuse` or `slow`; the first three with ` once` only for the next signature. */
  set mode(mode: string) {
    writeFileSync(path.join(this.#package, 'mode'), mode);
  }

  /** What it says of whether its key is for signing, in hexadecimal; nothing at first. */
  set signs(octets: string) {
    writeFileSync(path.join(this.#package, 'signs'), octets);
  }

  /** How many sessions the token has at the same time, that of the login included. */
  set sessions(most: number) {
    writeFileSync(path.join(this.#package, 'sessions'), String(most));
  }

  get calls(): readonly string[] {
    const file = path.join(this.#package, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  count(call: string): number {
    return this.calls.filter((each) => each.startsWith(call)).length;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
