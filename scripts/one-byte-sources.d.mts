import type { Plugin } from 'vite';

export function inOneByte(code: string): string;
export const oneByteSources: Plugin;
