import { z } from 'zod';
import { invalid } from './error.ts';
import { type PatchPath, parsePatchPath } from './filter.ts';
import { attributeName } from './names.ts';
import { isFalse, isObject, listOf } from './values.ts';

export interface Operation {
  kind: 'add' | 'replace' | 'remove';
  path: PatchPath;
  value?: unknown;
}

/** Whether a program may change the attribute of that name. */
export type Knows = (name: string) => boolean;

const most = 1000;

const operation = z.object({ op: z.string(), path: z.string().nullish(), value: z.unknown().optional() });
const body = z.array(operation).min(1).max(most);

/** Some programs write names of members in upper case, others in lower case. */
const small = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toLowerCase(), each])) : value;

const isEmpty = (value: unknown) => value === null || (isObject(value) && Object.keys(value).length === 0);

function operationsIn(input: unknown): unknown[] {
  const outer = small(input);
  return isObject(outer)
    ? listOf(outer['operations'])
        .filter((each) => !isEmpty(each))
        .map((each) => small(each))
    : [];
}

const kinds = new Map<string, Operation['kind']>([
  ['add', 'add'],
  ['replace', 'replace'],
  ['remove', 'remove'],
]);

/** Without a path the value is an object of attributes, and its keys may be paths themselves. Throws ScimError. */
function entriesOf(path: string | null | undefined, value: unknown): (readonly [string, unknown])[] {
  if (path) return [[path, value]];
  return listOf(value).flatMap((each) => {
    if (!isObject(each)) throw invalid('Without "path" the value is an object of attributes', 'invalidSyntax');
    return Object.entries(each);
  });
}

/** Undefined for an attribute that PATCH ignores as POST and PUT do. Throws ScimError (invalidPath) for a wrong path of a known one. */
function pathOf(text: string, knows: Knows): PatchPath | undefined {
  const [before = ''] = text.split('[', 1);
  const name = attributeName(before.trim());
  return name !== undefined && knows(name) ? parsePatchPath(text) : undefined;
}

/** RFC 7644, 3.5.2: the changes of attributes that `knows` names, each with a path. Throws ScimError. */
export function readOperations(input: unknown, knows: Knows): Operation[] {
  const { data } = body.safeParse(operationsIn(input));
  if (!data) throw invalid(`A PATCH has a list "Operations" of 1 to ${most}, each with "op", "path" and "value"`, 'invalidSyntax');
  const all = data.flatMap(({ op, path, value }) => {
    const kind = kinds.get(op.trim().toLowerCase());
    if (!kind) throw invalid('"op" is add, replace or remove', 'invalidSyntax');
    if (!path && kind === 'remove') throw invalid('A removal names what it removes', 'noTarget');
    return entriesOf(path, value).map(([text, each]) => ({ kind, text, value: each }));
  });
  if (all.length > most) throw invalid(`At most ${most} attributes are changed at once`, 'tooMany');
  return all.flatMap(({ kind, text, value }) => {
    const path = pathOf(text, knows);
    return path ? [{ kind, path, value }] : [];
  });
}

const switchesIn = (entries: readonly (readonly [string, unknown])[]) =>
  entries.filter(([key, value]) => attributeName(key) === 'active' && value !== null).map(([, value]) => value);

/** Whether a resource says that the person is deactivated. Its other members may be wrong. */
export const isDeactivated = (resource: unknown): boolean => isObject(resource) && switchesIn(Object.entries(resource)).some(isFalse);

/** Whether a PATCH ends with a deactivated person. Its other operations may be wrong. */
export function deactivates(input: unknown): boolean {
  const values = operationsIn(input).flatMap((each) => {
    const { data: read } = operation.safeParse(each);
    if (!read || kinds.get(read.op.trim().toLowerCase()) === 'remove') return [];
    const { path, value } = read;
    return switchesIn(path ? [[path, value]] : listOf(value).flatMap((one) => (isObject(one) ? Object.entries(one) : [])));
  });
  return isFalse(values.at(-1));
}
