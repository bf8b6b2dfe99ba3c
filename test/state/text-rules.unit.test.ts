import { describe, expect, test } from 'vitest';
import { requireText } from '../../src/identity/names.js';
import { requireFitting } from '../../src/state/text-rules.js';

type Rule = Parameters<typeof requireFitting>[0];
type NameRule = Parameters<typeof requireText>[0];

/** A length's edge on both sides, with a character that each rule takes. */
const x = (count: number): string => 'x'.repeat(count);

describe('names of Terraform Enterprise', () => {
  const name = (least: number, most: number): string =>
    `must have ${least} to ${most} characters, each a letter, a digit, "-" or "_"`;
  test.each<[NameRule, string, string[], string[]]>([
    // rule              says           taken                                         refused
    ['organizationName', name(3, 40), ['abc', 'A-1_b', x(40)], ['ab', x(41), 'a b', 'a.b', 'äbc', '!abc', 'abc!']],
    ['username', name(3, 40), ['abc', 'A-1_b', x(40)], ['ab', x(41), 'a b', 'a.b', 'äbc', '!abc', 'abc!']],
    [
      'teamName',
      'must have 1 to 90 characters, each a letter, a digit, "-", "_" or a space between others',
      ['a', 'A-1_b', 'Platform Team', 'a  b', x(90)],
      ['', x(91), '!a', 'a!', ' ', ' a', 'a ', 'a/b', 'a\tb', 'a\u00a0b'],
    ],
    [
      'email',
      'must be an email address',
      ['a@b', 'ann.b+c@example.com', `${x(252)}@b`],
      ['', '@', 'a@', '@b', 'a b@c', 'a@b c', 'a@b@c', ' a@b', 'a@b ', `${x(253)}@b`],
    ],
    [
      'teamDescription',
      'must have at most 1024 characters and no control characters but tabs and line ends',
      ['', 'a\nb', x(1024)],
      [x(1025), 'a\0b'],
    ],
    [
      'tokenDescription',
      'must have at most 255 characters and no control characters',
      ['', 'a – b', x(255)],
      [x(256), 'a\nb', '\ta', 'a\u0085'],
    ],
    [
      'ssoTeamId',
      'must have at most 255 characters and no control characters',
      ['', 'CN=ops,DC=example', x(255)],
      [x(256), 'a\n'],
    ],
  ])('%s %s', (rule, says, taken, refused) => {
    for (const text of taken) expect(requireText(rule, text, ['input', 'name'])).toBe(text);
    for (const text of refused) {
      expect(() => requireText(rule, text, ['input', 'of', 'name'])).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT', message: `name ${says}`, field: ['input', 'of', 'name'] }),
      );
    }
    expect(() => requireText(rule, '\0', [])).toThrow(`the text ${says}`);
  });
});

describe('what workspaces, projects and runs say', () => {
  const line = (most: number): string => `must have at most ${most} characters and no control characters`;
  const lines = (most: number): string => `${line(most)} but tabs and line ends`;
  const version = 'must be a version such as 1.11.4, a constraint such as ~> 1.11.0, or latest';
  const address = 'must be an address that begins with https:// or http://';
  test.each<[Rule, string, string[], string[]]>([
    // rule                 says         taken                                    refused
    ['projectDescription', lines(256), ['', 'a\tb\r\nc', x(256)], [x(257), 'a\0b', '\0a', 'a\0']],
    ['workspaceDescription', lines(1024), ['', 'a\tb\r\nc', x(1024)], [x(1025), 'a\u001bb']],
    ['lockReason', lines(1024), ['', 'a\nb', x(1024)], [x(1025), 'a\0b']],
    ['message', lines(10_000), ['', 'a\nb', x(10_000)], [x(10_001), 'a\0b']],
    ['path', line(1024), ['', 'modules/net', x(1024)], [x(1025), 'a\nb']],
    ['source', line(255), ['', 'tfe-api', x(255)], [x(256), 'a\nb']],
    ['commit', line(255), ['', 'abc123', x(255)], [x(256), 'a\nb']],
    [
      'duration',
      'must be 1 to 4 digits followed by d or h, such as 14d',
      ['1d', '14d', '9999h'],
      ['', 'd', '10000h', '14', '14m', '14D', ' 14d', '14d ', '-1d'],
    ],
    [
      'engineVersion',
      version,
      ['latest', '1', '1.11', '1.11.4', 'v1.2.3', '1.2.3-rc.1', '1.2.3+b-1', '1.2.3-rc+b'],
      ['', '1.2.3.4', 'latest ~', 'newest', '1.', '.1', '1.2.x', '1.2.3-', '1.2.3+', '~ 1.2', '=> 1.2', '1,', ',1'],
    ],
    [
      'engineVersion',
      version,
      [
        ...['= 1.2.3', '!= 1.2.3', '> 1', '>= 1', '< 1', '<= 1', '~> 1.11.0', ' ~>  v1.11.0 ', '>=1.2,<2'],
        ...[Array(10).fill('1').join(','), `1.2.3-${x(60)}+${x(60)}`, `${' '.repeat(254)}1`],
      ],
      [Array(11).fill('1').join(','), `1-${x(61)}`, `1+${x(61)}`, `${' '.repeat(255)}1`, '>= 1; < 2', '!1', '>> 1'],
    ],
    [
      'webAddress',
      address,
      ['https://a', 'http://a/b?c#d', 'https://ä.example', `https://${x(1992)}`],
      ['', 'https://', 'ftp://a', 'HTTPS://a', 'https://a b', 'https://a\u0085', ' https://a', `https://${x(1993)}`],
    ],
  ])('%s %s', (rule, says, taken, refused) => {
    const fits = (text: string): void => {
      requireFitting(rule, text, 'input', 'field');
    };
    for (const text of taken) expect(() => fits(text), text).not.toThrow();
    for (const text of refused) {
      expect(() => fits(text), text).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT', message: `field ${says}`, field: ['input', 'field'] }),
      );
    }
  });

  test.each<Rule>(['variableKey', 'variableSetName', 'workspaceDescription', 'lockReason'])(
    '%s: half a character of two would be stored as another one',
    (rule) => {
      for (const text of ['\ud800', 'a\udfffb']) {
        expect(() => {
          requireFitting(rule, text, 'input', 'field');
        }).toThrow(
          expect.objectContaining({
            code: 'INVALID_INPUT',
            message: 'field must be valid Unicode',
            field: ['input', 'field'],
          }),
        );
      }
      requireFitting(rule, '\ud83d\ude00', 'field');
    },
  );

  test('what is not given fits', () => {
    expect(() => {
      for (const text of [null, undefined]) requireFitting('duration', text, 'field');
    }).not.toThrow();
  });
});
