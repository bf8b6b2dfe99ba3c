import type { Plugin } from 'vite';

export function withFastSpreads(code: string): string;
export const fastSpreads: Plugin;
