export function chartHash(): string;
export function render(helm: string, ...more: readonly string[]): string;
export function document(helm: string): string;
