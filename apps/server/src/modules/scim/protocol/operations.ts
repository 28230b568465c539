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

export type IsKnown = (name: string) => boolean;

const maxOperations = 1000;

const operation = z.object({ op: z.string(), path: z.string().nullish(), value: z.unknown().optional() });
const body = z.array(operation).min(1).max(maxOperations);

/** Some clients send member names in upper case. */
const lowerCaseKeys = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toLowerCase(), each])) : value;

const isEmpty = (value: unknown) => value === null || (isObject(value) && Object.keys(value).length === 0);

function operationsIn(input: unknown): unknown[] {
  const outer = lowerCaseKeys(input);
  return isObject(outer)
    ? listOf(outer['operations'])
        .filter((each) => !isEmpty(each))
        .map((each) => lowerCaseKeys(each))
    : [];
}

const kinds = new Map<string, Operation['kind']>([
  ['add', 'add'],
  ['replace', 'replace'],
  ['remove', 'remove'],
]);

/** Without a path the keys of the value may be paths. */
function toEntries(path: string | null | undefined, value: unknown): (readonly [string, unknown])[] {
  if (path) return [[path, value]];
  return listOf(value).flatMap((each) => {
    if (!isObject(each)) throw invalid('Without "path" the value is an object of attributes', 'invalidSyntax');
    return Object.entries(each);
  });
}

/** Undefined for ignored attributes. */
function pathOf(text: string, isKnown: IsKnown): PatchPath | undefined {
  const [before = ''] = text.split('[', 1);
  const name = attributeName(before.trim());
  return name !== undefined && isKnown(name) ? parsePatchPath(text) : undefined;
}

/** RFC 7644, 3.5.2. */
export function readOperations(input: unknown, isKnown: IsKnown): Operation[] {
  const { data } = body.safeParse(operationsIn(input));
  if (!data) throw invalid(`A PATCH has a list "Operations" of 1 to ${maxOperations}, each with "op", "path" and "value"`, 'invalidSyntax');
  const all = data.flatMap(({ op, path, value }) => {
    const kind = kinds.get(op.trim().toLowerCase());
    if (!kind) throw invalid('"op" is add, replace or remove', 'invalidSyntax');
    if (!path && kind === 'remove') throw invalid('A removal names what it removes', 'noTarget');
    return toEntries(path, value).map(([text, each]) => ({ kind, text, value: each }));
  });
  if (all.length > maxOperations) throw invalid(`At most ${maxOperations} attributes are changed at once`, 'tooMany');
  return all.flatMap(({ kind, text, value }) => {
    const path = pathOf(text, isKnown);
    return path ? [{ kind, path, value }] : [];
  });
}

const activeValues = (entries: readonly (readonly [string, unknown])[]) =>
  entries.filter(([key, value]) => attributeName(key) === 'active' && value !== null).map(([, value]) => value);

export const isDeactivated = (resource: unknown): boolean => isObject(resource) && activeValues(Object.entries(resource)).some(isFalse);

type Assignment = readonly [name: string, value: unknown];

/** Attributes and values that one operation sets, unchecked. Undefined for removals and unreadable operations. */
function assignmentsOf(each: unknown): readonly Assignment[] | undefined {
  const { data: read } = operation.safeParse(each);
  if (!read || kinds.get(read.op.trim().toLowerCase()) === 'remove') return undefined;
  const { path, value } = read;
  return path ? [[path, value]] : listOf(value).flatMap((one) => (isObject(one) ? Object.entries(one) : []));
}

export const deactivates = (input: unknown): boolean =>
  isFalse(
    operationsIn(input)
      .flatMap((each) => activeValues(assignmentsOf(each) ?? []))
      .at(-1),
  );

export const changesOnlyActive = (input: unknown): boolean =>
  operationsIn(input).every((each) => assignmentsOf(each)?.every(([name]) => attributeName(name) === 'active') ?? false);
