import type { Command } from 'commander';
import type { Clock } from '../platform/clock.js';
import type { SealPurpose } from '../platform/seal/sealed-places.js';
import type { RotationOutcome, SealStatus, Tools } from './administration.js';

export interface SealCommandDeps {
  readonly clock: Clock;
  readonly withTools: (work: (tools: Tools) => Promise<void>) => Promise<void>;
  readonly print: (text: string) => void;
  readonly tell: (text: string) => void;
  readonly end: (status: number) => void;
}

/** Names of purposes in lines for people. */
const words: Readonly<Record<SealPurpose, string>> = {
  'issuer-key': 'private keys of authorities',
  'external-policy-key': 'keys for external policy services',
  'managed-key-pin': 'PINs of managed keys',
  'certificate-metadata': 'metadata of certificates',
  'acme-eab-key': 'keys that tie accounts of ACME',
  'cmp-secret': 'shared secrets of CMP',
  'ocsp-delegate': 'keys of OCSP responders',
  'state-output': 'sensitive outputs',
  variable: 'values of variables',
  'webhook-secret': 'secrets of webhooks',
  'wrapped-answer': 'wrapped answers',
  object: 'objects',
  'server-key': 'files of this data folder',
  'audit-chain': 'ends of the audit chain',
};

const everyMs = 2_000;

/** `trustate seal`: which master keys are needed, and how to remove an earlier one. */
export function describeSeal(program: Command, { clock, withTools, print, tell, end }: SealCommandDeps): void {
  const seal = program
    .command('seal')
    .description('Show which master keys are in use, and move everything to a new one.')
    .addHelpText(
      'after',
      [
        '',
        'To change the master key:',
        '  1. Give every server both keys, the new one first, and restart it.',
        '  2. Run "trustate seal rotate" with the same settings while the servers run.',
        '  3. When it says that the earlier key can be removed, remove that key from the settings.',
        'With TRUSTATE_SEAL_TOKEN, "trustate seal wrap" prints the new key: only the token can open it.',
        'Keep the earlier key as long as you keep backups that started before step 2 ended.',
      ].join('\n'),
    );
  seal
    .command('status')
    .description('Count what each key seals. This reads all sealed data. Exit status 1 when a key is missing.')
    .action(() =>
      withTools(async ({ seal }) => {
        const status = await seal.status();
        print(statusLines(status, clock.now()).join('\n'));
        if (keysOf(status).some((id) => !status.configured.includes(id))) end(1);
      }),
    );
  seal
    .command('wrap')
    .description(
      'Print a new master key that only the token of TRUSTATE_SEAL_TOKEN can open, as a line for TRUSTATE_SEAL_KEY_FILE.',
    )
    .option('--current', 'the master key in use instead, to keep it in that form from now on', false)
    .action(({ current }: { current: boolean }) =>
      withTools(async ({ seal }) => {
        print(await seal.wrap(current ? 'current' : 'new'));
      }),
    );
  seal
    .command('rotate')
    .description(
      'Seal everything with the current key while servers run. It can be interrupted and run again. Exit status 3 when an earlier key is still needed.',
    )
    .action(() =>
      withTools(async ({ seal }) => {
        let last = performance.now();
        const outcome = await seal.rotate((purpose, done, total) => {
          if (performance.now() - last < everyMs) return;
          last = performance.now();
          tell(`${words[purpose]}: ${done}${total > 0 ? ` of ${total}` : ''}`);
        });
        print(outcomeLines(outcome).join('\n'));
        if (outcome.kept.length > 0) end(3);
      }),
    );
}

/** Every key that is configured, needed, or found. */
function keysOf({ configured, needed, counts }: SealStatus): readonly string[] {
  return [...new Set([...configured, ...needed, ...counts.flatMap(({ byKey }) => [...byKey.keys()])])];
}

function statusLines(status: SealStatus, now: Date): string[] {
  const { configured, needed, counts, servers } = status;
  const lines = keysOf(status).map((id) => {
    const place = configured.indexOf(id);
    const is = place === 0 ? 'current' : place > 0 ? 'earlier' : 'MISSING';
    const held = counts.flatMap(({ purpose, byKey }) => {
      const count = byKey.get(id) ?? 0;
      return count === 0 ? [] : [`${count} ${words[purpose]}`];
    });
    const use = held.length > 0 ? held.join(', ') : 'nothing is sealed with it';
    const next =
      place === 0
        ? ''
        : needed.includes(id)
          ? '; needed until "trustate seal rotate" says that it can be removed'
          : '; can be removed';
    return `${id}  ${is}  ${use}${held.length > 0 && !needed.includes(id) ? '' : next}`;
  });
  const running = servers.map(({ name, keyIds, heardAt }) => {
    const [current = '', ...others] = keyIds;
    const also = others.length === 0 ? '' : ` and opens ${others.join(', ')}`;
    return `${name} seals with ${current}${also} (last seen ${Math.round((now.getTime() - heardAt.getTime()) / 1000)} s ago)`;
  });
  return [...lines, ...(running.length === 0 ? ['no server runs'] : running)];
}

function outcomeLines({ wrapped, retired, kept }: RotationOutcome): string[] {
  return [
    `${wrapped} sealed again`,
    ...retired.map((id) => `The earlier key ${id} can be removed.`),
    ...kept,
    ...(retired.length === 0 && kept.length === 0 ? ['No earlier key is in use.'] : []),
  ];
}
