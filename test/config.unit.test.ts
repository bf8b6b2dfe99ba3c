import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, settings, settingsHelp } from '../src/settings/config.js';
import { thisMachine, usualProcesses } from '../src/settings/usual-processes.js';

function refusalOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  throw new Error('was not refused');
}

describe('defaults', () => {
  test('nothing set', () => {
    const data = path.resolve('data');
    expect(readConfig({ PATH: '/bin', TRUSTATE_PUBLIC_URL: '' })).toMatchObject({
      dataDir: data,
      host: 'localhost',
      httpPort: 8080,
      httpsPort: 8443,
      publicUrl: undefined,
      databaseUrl: pathToFileURL(path.join(data, 'trustate.db')).href,
      objectStore: pathToFileURL(path.join(data, 'objects')).href,
      sealKey: undefined,
      sealKeyFile: undefined,
      rootToken: undefined,
      deployment: 'enterprise',
      logLevel: 'info',
      maxStateSize: 2 ** 30,
      maxBodySize: 16 * 2 ** 20,
      storageQuota: null,
      requestTimeout: 300_000,
      stopTimeout: 30_000,
      urlLifetime: 25 * 3_600_000,
      softDeleteDays: 7,
    });
  });

  test('database and objects follow the data folder', () => {
    const config = readConfig({ TRUSTATE_DATA_DIR: '/srv/trustate' });
    expect(config.databaseUrl).toBe('file:///srv/trustate/trustate.db');
    expect(config.objectStore).toBe('file:///srv/trustate/objects');
  });

  test('at least one worker', () => {
    expect(readConfig({}).workers).toBeGreaterThanOrEqual(1);
  });

  test.each([
    // platform, cores, memory, processes
    ['linux', 1, 64, 1],
    ['linux', 2, 8, 2],
    ['linux', 4, 8, 4],
    ['linux', 16, 64, 4],
    ['linux', 4, 1, 4],
    ['linux', 4, 0.75, 3],
    ['linux', 4, 0.5, 2],
    ['linux', 4, 0.125, 1],
    ['darwin', 8, 16, 1],
    ['win32', 8, 16, 1],
  ])('on %s, %s cores and %s GiB have %s processes', (platform, cores, gigabytes, processes) => {
    expect(usualProcesses({ platform, cores, memory: gigabytes * 2 ** 30 })).toBe(processes);
  });

  test('as many processes as this machine has by default, or as are asked for', () => {
    expect(readConfig({}).processes).toBe(usualProcesses(thisMachine()));
    expect(readConfig({ TRUSTATE_PROCESSES: '7' }).processes).toBe(7);
  });

  test('nobody changes a setting later', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });
});

const seal = Buffer.alloc(32, 7).toString('base64');

describe('values', () => {
  test.each([
    // variable                    value                          key               parsed
    ['TRUSTATE_HTTP_PORT', '0', 'httpPort', 0],
    ['TRUSTATE_HTTP_PORT', '65535', 'httpPort', 65_535],
    ['TRUSTATE_HTTPS_PORT', 'off', 'httpsPort', null],
    ['TRUSTATE_HOST', '::', 'host', '::'],
    ['TRUSTATE_HOST', '0.0.0.0', 'host', '0.0.0.0'],
    ['TRUSTATE_HOST', 'fe80::1', 'host', 'fe80::1'],
    ['TRUSTATE_HOST', 'A-1.example', 'host', 'A-1.example'],
    ['TRUSTATE_PUBLIC_URL', 'https://Trustate.example:443/', 'publicUrl', 'https://trustate.example'],
    [
      'TRUSTATE_ALLOWED_ORIGINS',
      'https://A.example:443/, http://b:1',
      'allowedOrigins',
      ['https://a.example', 'http://b:1'],
    ],
    ['TRUSTATE_DATABASE_URL', 'postgresql://u:p@h:5432/d', 'databaseUrl', 'postgresql://u:p@h:5432/d'],
    ['TRUSTATE_DATABASE_URL', 'file:/x/y.db', 'databaseUrl', 'file:///x/y.db'],
    ['TRUSTATE_DATABASE_URL', 'file:/x%20y.db', 'databaseUrl', 'file:///x%20y.db'],
    ['TRUSTATE_DATABASE_URL', 'file:x y.db', 'databaseUrl', pathToFileURL(path.resolve('x y.db')).href],
    ['TRUSTATE_OBJECT_STORE', '/var/objects', 'objectStore', 'file:///var/objects'],
    ['TRUSTATE_OBJECT_STORE', 'file:/var/objects', 'objectStore', 'file:///var/objects'],
    ['TRUSTATE_OBJECT_STORE', '/var/100% ?', 'objectStore', 'file:///var/100%25%20%3F'],
    ['TRUSTATE_OBJECT_STORE', 's3://bucket', 'objectStore', 's3://bucket'],
    ['TRUSTATE_OBJECT_STORE', 's3://bucket/a/b?region=x', 'objectStore', 's3://bucket/a/b?region=x'],
    ['TRUSTATE_SEAL_KEY', seal, 'sealKey', seal],
    ['TRUSTATE_SEAL_KEY', `${seal},${seal}`, 'sealKey', `${seal},${seal}`],
    ['TRUSTATE_SEAL_KEY_FILE', '/run/seal', 'sealKeyFile', '/run/seal'],
    ['TRUSTATE_ROOT_TOKEN', 'sixteen-letters!', 'rootToken', 'sixteen-letters!'],
    ['TRUSTATE_DEPLOYMENT', 'hosted', 'deployment', 'hosted'],
    ['TRUSTATE_WORKERS', '4', 'workers', 4],
    ['TRUSTATE_LOG_LEVEL', 'silent', 'logLevel', 'silent'],
    ['TRUSTATE_CRL_PARTS', 'off', 'crlParts', 'off'],
    ['TRUSTATE_SMALL_CONTENT', 'off', 'crlParts', 'on'],
    ['TRUSTATE_MAX_STATE_SIZE', '512MiB', 'maxStateSize', 512 * 2 ** 20],
    ['TRUSTATE_MAX_STATE_SIZE', '1000', 'maxStateSize', 1_000],
    ['TRUSTATE_MAX_BODY_SIZE', '2 kib', 'maxBodySize', 2_048],
    ['TRUSTATE_STORAGE_QUOTA', '50GiB', 'storageQuota', 50 * 2 ** 30],
    ['TRUSTATE_STORAGE_QUOTA', '0', 'storageQuota', 0],
    ['TRUSTATE_STORAGE_QUOTA', 'off', 'storageQuota', null],
    ['TRUSTATE_REQUEST_TIMEOUT', '90s', 'requestTimeout', 90_000],
    ['TRUSTATE_STOP_TIMEOUT', '0s', 'stopTimeout', 0],
    ['TRUSTATE_URL_LIFETIME', '1h', 'urlLifetime', 3_600_000],
    ['TRUSTATE_SOFT_DELETE_DAYS', '0', 'softDeleteDays', 0],
  ])('%s=%s', (variable, value, key, parsed) => {
    expect(readConfig({ [variable]: value })).toHaveProperty(key, parsed);
  });

  test.each([
    ['TRUSTATE_HTTP_PORT', '80a'],
    ['TRUSTATE_HTTP_PORT', '65536'],
    ['TRUSTATE_HTTP_PORT', '-1'],
    ['TRUSTATE_HOST', 'two words'],
    ['TRUSTATE_HOST', 'localhost:8080'],
    ['TRUSTATE_HOST', 'a..b'],
    ['TRUSTATE_HOST', '-x'],
    ['TRUSTATE_HOST', '127.1'],
    ['TRUSTATE_HOST', 'fe80::1%lo'],
    ['TRUSTATE_HOST', 'localhost.'],
    ['TRUSTATE_PUBLIC_URL', 'trustate.example'],
    ['TRUSTATE_PUBLIC_URL', 'https://trustate.example/path'],
    ['TRUSTATE_PUBLIC_URL', 'ftp://trustate.example'],
    ['TRUSTATE_ALLOWED_ORIGINS', '*'],
    ['TRUSTATE_ALLOWED_ORIGINS', 'https://a.example,'],
    ['TRUSTATE_ALLOWED_ORIGINS', 'https://a.example/path'],
    ['TRUSTATE_OBJECT_STORE', 'http://bucket'],
    ['TRUSTATE_OBJECT_STORE', 's3://'],
    ['TRUSTATE_DEPLOYMENT', 'Enterprise'],
    ['TRUSTATE_WORKERS', '0'],
    ['TRUSTATE_LOG_LEVEL', 'verbose'],
    ['TRUSTATE_MAX_STATE_SIZE', '1TiB'],
    ['TRUSTATE_MAX_STATE_SIZE', '65GiB'],
    ['TRUSTATE_MAX_BODY_SIZE', '1'],
    ['TRUSTATE_REQUEST_TIMEOUT', '90'],
    ['TRUSTATE_URL_LIFETIME', '8d'],
    ['TRUSTATE_SOFT_DELETE_DAYS', 'a week'],
  ])('refuses %s=%s in one line that says what is allowed', (variable, value) => {
    const allowed = settings.find((setting) => setting.variable === variable)?.allowed;
    expect(refusalOf({ [variable]: value })).toEqual([`${variable} is "${value}"; allowed: ${allowed}.`]);
  });

  test.each([
    ['TRUSTATE_SEAL_KEY', 'c2hvcnQ='],
    ['TRUSTATE_ROOT_TOKEN', 'short'],
    ['TRUSTATE_DATABASE_URL', 'mysql://user:hunter2@host/db'],
  ])('never shows what %s holds', (variable, value) => {
    const [line, ...others] = refusalOf({ [variable]: value });
    expect(others).toEqual([]);
    expect(line).toMatch(new RegExp(`^${variable} has a value that cannot be used \\(not shown\\); allowed: `));
    expect(line).not.toContain(value);
  });
});

describe('parameters of a PostgreSQL URL', () => {
  test.each([
    ['sslmode=verify-full&sslrootcert=/ca.pem&application_name=a%20b', null],
    ['host=/var/run/postgresql&options=-c%20search_path%3Da', null],
    ['schema=public&connect_timeout=10', null],
    ['schema=other', 'has the parameter schema with a value that is not understood'],
    ['toString=1', 'has the parameter toString that is not understood'],
    ['sslmode=bogus', 'has the parameter sslmode with a value that is not understood'],
    ['ssl=false', 'has the parameter ssl with a value that is not understood'],
    ['connection_limit=5', 'has the parameter connection_limit that is not understood'],
  ])('?%s', (parameters, why) => {
    const given = { TRUSTATE_DATABASE_URL: `postgresql://u:hunter2@host/db?${parameters}` };
    if (why === null) expect(readConfig(given).databaseUrl).toBe(given.TRUSTATE_DATABASE_URL);
    else expect(refusalOf(given)).toEqual([expect.stringMatching(`^TRUSTATE_DATABASE_URL ${why}; allowed: file:`)]);
  });

  test('are not shown where they may be a password', () => {
    expect(refusalOf({ TRUSTATE_DATABASE_URL: 'postgresql://u:1?hunter=2@host/db' })).toEqual([
      expect.stringMatching(/^TRUSTATE_DATABASE_URL has a parameter that is not understood; allowed: file:/),
    ]);
  });
});

describe('names', () => {
  test.each([
    ['TRUSTATE_HTP_PORT', ' Did you mean TRUSTATE_HTTP_PORT?'],
    ['TRUSTATE_DATADIR', ' Did you mean TRUSTATE_DATA_DIR?'],
    ['TRUSTATE_SOMETHING_ELSE', ''],
    ['TRUSTATE_FOO', ''],
  ])('%s is unknown', (name, hint) => {
    expect(refusalOf({ [name]: 'x' })).toEqual([
      `${name} is not a setting.${hint} "trustate serve --help" lists them.`,
    ]);
  });

  test('all that is wrong is told at once', () => {
    const lines = refusalOf({ TRUSTATE_X: '1', TRUSTATE_WORKERS: 'x', TRUSTATE_HTTP_PORT: 'x' });
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['TRUSTATE_X', 'TRUSTATE_HTTP_PORT', 'TRUSTATE_WORKERS']);
  });

  test('settings that exclude each other', () => {
    expect(refusalOf({ TRUSTATE_SEAL_KEY: seal, TRUSTATE_SEAL_KEY_FILE: '/x' })).toHaveLength(1);
    expect(refusalOf({ TRUSTATE_HTTP_PORT: 'off', TRUSTATE_HTTPS_PORT: 'off' })).toHaveLength(1);
  });
});

describe('what an operator reads', () => {
  const operating = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');

  test.each(settings.map((setting) => [setting.variable, setting] as const))(
    'docs/operating.md has %s',
    (_, setting) => {
      const cell = (text: string) => text.replaceAll('|', '\\|');
      const row = `| \`${setting.variable}\` | ${cell(setting.default)} | ${cell(setting.allowed)} | ${cell(setting.about)} |`;
      expect(operating.split('\n')).toContain(row);
    },
  );

  test('docs/operating.md has no other setting', () => {
    const named = new Set(operating.match(/TRUSTATE_[A-Z0-9_]+/g));
    expect([...named].filter((name) => !settings.some(({ variable }) => variable === name))).toEqual([]);
  });

  test('--help has every setting with its default', () => {
    const help = settingsHelp();
    for (const { variable, default: value } of settings) {
      expect(help).toContain(`  ${variable}\n`);
      expect(help).toContain(`(default: ${value})`);
    }
  });
});
