/** What the editor begins with. */
export interface Beginning {
  readonly initialQuery?: string;
  readonly initialVariables?: string;
}

/**
 * The tab that was active, as GraphiQL keeps its tabs in the browser. GraphiQL looks for the tab that has just what its editors begin with, and opens one more where there is none;
 * what it keeps of the editors themselves is of another moment than the tabs.
 */
export function beginning(
  kept: string | null,
  first: { readonly query: string; readonly variables: string },
): Beginning {
  const active = activeIn(kept);
  return active
    ? { initialQuery: textOf(active, 'query'), initialVariables: textOf(active, 'variables') }
    : { initialQuery: first.query, initialVariables: first.variables };
}

function activeIn(kept: string | null): object | null {
  const state = parsed(kept);
  if (!isObject(state) || !('tabs' in state) || !('activeTabIndex' in state)) return null;
  const { tabs, activeTabIndex } = state;
  if (!Array.isArray(tabs) || tabs.length === 0) return null;
  const index = typeof activeTabIndex === 'number' ? activeTabIndex : 0;
  const tab: unknown = tabs[index] ?? tabs[0];
  return isObject(tab) ? tab : null;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function textOf(tab: object, name: string): string {
  const value: unknown = new Map(Object.entries(tab)).get(name);
  return typeof value === 'string' ? value : '';
}
