import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serverRoot } from './server.js';

const folder = path.join(serverRoot, 'docs');

/** What stands between two ``` lines of a guide. */
export interface Fence {
  readonly language: string;
  readonly text: string;
  /** As in `playground.md:12`. */
  readonly place: string;
  /** Nothing but white space stands between it and the fence before it. */
  readonly follows: boolean;
}

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The files of docs, by name. */
export const guides: readonly string[] = readdirSync(folder).filter((name) => name.endsWith('.md'));

export const textOf = (guide: string): string => readFileSync(path.join(folder, guide), 'utf8');

export function fencesOf(guide: string): readonly Fence[] {
  const text = textOf(guide);
  let end = 0;
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ 0: whole, 1: language, 2: body, index }) => {
    const between = text.slice(end, index);
    const follows = end > 0 && between.trim() === '';
    end = index + whole.length;
    const line = text.slice(0, index).split('\n').length;
    return { language: language ?? '', text: body ?? '', place: `${guide}:${line}`, follows };
  });
}

export function tablesOf(guide: string): readonly Table[] {
  const blocks = textOf(guide).match(/(?:^\|.*\|\n)+/gm) ?? [];
  return blocks.map((block) => {
    const [header = [], , ...rows] = block.trimEnd().split('\n').map(cellsOf);
    return { header, rows };
  });
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** What a cell has in `code`. */
export function namesIn(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
}
