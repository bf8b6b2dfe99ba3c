import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** What comments and documents name can be opened: a file of the project that is there, and where a heading is named, one of its headings. */
const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Every file that belongs to the project; in a folder that is no clone, every file of its rooms. */
const files = tracked() ?? walked();
const names = new Set(files.map((file) => path.posix.basename(file)));
const folders = new Set(files.flatMap((file) => above(file)));

function tracked(): readonly string[] | null {
  try {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
    return listed.split('\n').filter((file) => file !== '' && existsSync(path.join(root, file)));
  } catch {
    return null;
  }
}

function walked(): readonly string[] {
  const left = new Set(['node_modules', 'dist', 'data', '.cache', '.git']);
  const below = (folder: string): readonly string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const inside = path.posix.join(folder, entry.name);
      if (left.has(entry.name)) return [];
      return entry.isDirectory() ? below(inside) : [inside];
    });
  return below('.');
}

function above(file: string): readonly string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...above(folder)];
}

/** `a/{b,c}.ts` is two. */
function expanded(text: string): readonly string[] {
  const braces = /\{([^{}]*)\}/.exec(text);
  if (!braces) return [text];
  const [whole, inner = ''] = braces;
  return inner.split(',').flatMap((part) => expanded(text.replace(whole, part)));
}

const escaped = (text: string): string => text.replaceAll(/[.+?^$()[\]|\\]/g, String.raw`\$&`);

function isThere(cited: string, from: string): boolean {
  return expanded(cited).every((each) => {
    const whole = each.replace(/\/$/, '');
    const beside = path.posix.normalize(path.posix.join(path.posix.dirname(from), whole));
    if (whole.includes('*')) {
      const shape = new RegExp(`^${escaped(whole).replaceAll('*', '[^/]*')}$`);
      return files.some((file) => shape.test(file));
    }
    return [whole, beside].some((place) => existsSync(path.join(root, place)) || folders.has(place));
  });
}

const rooms = 'src|test|scripts|docs|graphql|bench|playground|examples|migrations';
const inRoom = new RegExp(String.raw`(?<![\w/.@-])(?:${rooms})/[\w./*{},-]*[\w*}]`, 'g');
const code = files.filter((file) =>
  /^(?:src|test|scripts|bench|playground|examples)\/.*\.(?:ts|tsx|mts|mjs)$/.test(file),
);
const documents = files.filter((file) => /^(?:docs\/.*|test\/.*|[A-Z_]+)\.md$/.test(file));

/** Comments of a file, each in one line. */
const commentsOf = (text: string): readonly string[] => [
  ...[...text.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, inner = '']) => inner.replaceAll(/\n\s*\*?\s?/g, ' ')),
  ...[...text.matchAll(/^\s*\/\/(.*)$/gm)].map(([, inner = '']) => inner),
];

test('what comments cite is there', () => {
  const gone = code.flatMap((file) =>
    commentsOf(read(file)).flatMap((comment) => {
      const paths = [...comment.matchAll(inRoom)].map(([cited]) => cited).filter((cited) => !isThere(cited, file));
      // By its name alone: somewhere.
      const bare = [...comment.matchAll(/(?<![\w/.*-])[a-z][\w.-]*\.(?:ts|mts|mjs|cjs|md|prisma)(?![\w/])/g)]
        .map(([cited]) => cited)
        .filter((cited) => !names.has(cited) && !isExample(cited));
      return [...paths, ...bare].map((cited) => `${file}: ${cited}`);
    }),
  );
  expect(gone).toEqual([]);
});

/** In texts that say how something is called. */
const isExample = (cited: string): boolean => ['index.d.ts', 'input.ts', 'test/sign'].includes(cited);

test('headings that comments cite are there', () => {
  const gone = code.flatMap((file) =>
    commentsOf(read(file)).flatMap((comment) =>
      [...comment.matchAll(/(docs\/[\w-]+\.md), "([^"]+)"/g)].flatMap(([, document = '', heading = '']) => {
        const headings = existsSync(path.join(root, document)) ? read(document).matchAll(/^#+ (.*)$/gm) : [];
        return [...headings].some(([, text]) => text === heading) ? [] : [`${file}: ${document}, ${heading}`];
      }),
    ),
  );
  expect(gone).toEqual([]);
});

test('files that documents name are there', () => {
  const gone = documents.flatMap((file) =>
    [...read(file).matchAll(inRoom)]
      .map(([cited]) => cited)
      .filter((cited) => !isThere(cited, file) && !isExample(cited))
      .map((cited) => `${file}: ${cited}`),
  );
  expect(gone).toEqual([]);
});

test('links of documents lead somewhere', () => {
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)/g)].flatMap(([, target = '', anchor]) => {
      const place = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
      if (!existsSync(path.join(root, place))) return [`${file}: ${target}`];
      if (!anchor || !place.endsWith('.md')) return [];
      const anchors = [...read(place).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchorOf(text));
      return anchors.includes(anchor.slice(1)) ? [] : [`${file}: ${target}${anchor}`];
    }),
  );
  expect(broken).toEqual([]);
});

/** As hosting platforms make it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
