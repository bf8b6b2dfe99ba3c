import type { Plugin } from 'rolldown';

export function inOneByte(code: string): string;
export const oneByteSources: Plugin;
