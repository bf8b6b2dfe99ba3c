/** Addresses of modules, resources and instances, as terraform writes them and as the documents of state versions contain them. */

export type ResourceMode = 'managed' | 'data';

/** Key of an instance: a number under `count`, a string under `for_each`, null under neither. */
export type IndexKey = number | string | null;

const moduleStep = /module\.([^.[\]]+)(\[(?:\d+|"(?:[^"\\]|\\.)*")\])?(?:\.|$)/suy;

/**
 * `module.net["eu.1"].module.subnet` in the form of documents: `root.net["eu.1"].subnet`. The root module's path is ''. A path of another form is kept
 * unchanged after `root.`.
 */
export function moduleName(path: string): string {
  if (path === '') return 'root';
  let name = 'root';
  moduleStep.lastIndex = 0;
  while (moduleStep.lastIndex < path.length) {
    const step = moduleStep.exec(path);
    if (!step) return `root.${path}`;
    name += `.${step[1] ?? ''}${step[2] ?? ''}`;
  }
  return name;
}

/** Module path of formats 1 to 3: `["root", "net", "subnet"]` is `module.net.module.subnet`. */
export function modulePathOf(names: readonly string[]): string {
  return names
    .slice(1)
    .map((name) => `module.${name}`)
    .join('.');
}

/** `aws_vpc`, and `data.aws_ami` for a data resource: the type as `resources` shows it. */
export const typeLabel = (mode: ResourceMode, type: string): string => (mode === 'data' ? `data.${type}` : type);

/** The type as the keys of `modules` and `providers` show it: `null-resource`, `data.terraform-remote-state`. */
export const countLabel = (mode: ResourceMode, type: string): string => typeLabel(mode, type).replaceAll('_', '-');

/** `module.net.data.aws_ami.image`. */
export function resourceAddress(modulePath: string, mode: ResourceMode, type: string, name: string): string {
  return `${modulePath === '' ? '' : `${modulePath}.`}${typeLabel(mode, type)}.${name}`;
}

/** `aws_vpc.main[0]`, `aws_vpc.main["a.b"]`: the string is escaped like in terraform. */
export function instanceAddress(resource: string, key: IndexKey): string {
  if (key === null) return resource;
  return typeof key === 'number' ? `${resource}[${key}]` : `${resource}["${hclEscaped(key)}"]`;
}

const escapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
  '${': '$${',
  '%{': '%%{',
};

function hclEscaped(text: string): string {
  return text.replace(/[\n\r\t"\\]|[$%]\{/g, (found) => escapes[found] ?? found);
}

/** Resource of a key of formats 1 to 3: `aws_vpc.main`, `aws_vpc.main.2`, `data.aws_ami.image.0`. */
export function parseLegacyKey(
  key: string,
): { mode: ResourceMode; type: string; name: string; index: IndexKey } | undefined {
  const parts = key.split('.');
  const mode = parts[0] === 'data' ? 'data' : 'managed';
  const [type, name, index, more] = mode === 'data' ? parts.slice(1) : parts;
  if (!type || !name || more !== undefined) return undefined;
  if (index === undefined) return { mode, type, name, index: null };
  return /^\d+$/.test(index) ? { mode, type, name, index: Number(index) } : undefined;
}
