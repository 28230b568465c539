import { z } from 'zod';
import { invalid } from './error.ts';
import { type PatchPath, parsePatchPath } from './filter.ts';
import { attributeName } from './names.ts';

export interface Operation {
  kind: 'add' | 'replace' | 'remove';
  path?: PatchPath | undefined;
  value?: unknown;
}

const most = 1000;

const operation = z.object({ op: z.string(), path: z.string().optional(), value: z.unknown().optional() });
/** Names of members are written in capitals by some programs, and in small letters by others. */
const body = z.object({ Operations: z.array(operation).min(1).max(most) });

const small = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toLowerCase(), each]))
    : value;

function normalized(input: unknown): unknown {
  const outer = small(input) as { operations?: unknown } | null;
  const operations = outer?.operations;
  return { Operations: Array.isArray(operations) ? operations.map((each) => small(each)) : operations };
}

const kinds = { add: 'add', replace: 'replace', remove: 'remove' } as const;

/** RFC 7644, 3.5.2. Throws ScimError. */
export function readOperations(input: unknown): Operation[] {
  const { data } = body.safeParse(normalized(input));
  if (!data) throw invalid(`A PATCH has a list "Operations" of 1 to ${most}, each with "op", "path" and "value"`, 'invalidSyntax');
  return data.Operations.map(({ op, path, value }) => {
    const kind = Object.entries(kinds).find(([name]) => name === op.toLowerCase())?.[1];
    if (!kind) throw invalid('"op" is add, replace or remove', 'invalidSyntax');
    if (path === undefined && kind === 'remove') throw invalid('A removal names what it removes', 'noTarget');
    return { kind, ...(path === undefined ? {} : { path: parsePatchPath(path) }), value };
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same with a path each: a value without one is an object of attributes, whose names may be paths themselves. Throws ScimError. */
export function withPaths(operations: readonly Operation[]): (Operation & { path: PatchPath })[] {
  const all = operations.flatMap(({ kind, path, value }) => {
    if (path) return [{ kind, path, value }];
    if (!isObject(value)) throw invalid('Without "path" the value is an object of attributes', 'invalidSyntax');
    return entriesOf(value).map(([inner, each]) => ({ kind, path: inner, value: each }));
  });
  if (all.length > most) throw invalid(`At most ${most} attributes are changed at once`, 'tooMany');
  return all;
}

const fixedNames = new Set(['schemas', 'id', 'meta', 'groups', 'roles']);

/** Attributes of an object as paths. What no program changes is passed over there (RFC 7644, 3.3). */
const entriesOf = (resource: Readonly<Record<string, unknown>>): [PatchPath, unknown][] =>
  Object.entries(resource).flatMap(([key, value]): [PatchPath, unknown][] => {
    if (fixedNames.has(key.toLowerCase())) return [];
    const name = key.includes('[') ? undefined : attributeName(key);
    return [[name === undefined ? parsePatchPath(key) : { name }, value]];
  });
