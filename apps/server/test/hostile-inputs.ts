import { sampleOf } from '@headwater/domain/testing/sample';
import type { Route } from './contract-routes.ts';

/** Values that the web app never sends. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  '',
  '   ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202eevil\u2066',
  '👩‍👩‍👧‍👦'.repeat(60),
  'x'.repeat(300),
  'я'.repeat(10_000),
  "'; drop table users; --",
  '%_\\',
  '<script>alert(1)</script>',
  'a\r\nBcc: x@evil.test',
  '../../etc/passwd',
  '{{FIRST_NAME}}',
  'NaN',
  '1e999',
  -1,
  0,
  1.5,
  2 ** 31,
  9e15,
  Number.MAX_SAFE_INTEGER,
  1e300,
  '99999999999999999999999',
  [],
  [null],
  [[1]],
  ['a\u0000'],
  [9e15],
  Array.from({ length: 1200 }, (_, index) => index),
  {},
  { a: { b: [null] } },
  { constructor: 1, toString: 'x' },
  { id: 'a\u0000', value: '\u0000' },
];

/** Invalid ids for a path. */
export const hostileIds: readonly string[] = [
  ...hostileValues.filter((value) => ['string', 'number'].includes(typeof value)),
  '0x10',
  '1 ',
  '%00',
  '9007199254740992',
]
  .map((value) =>
    [...String(value)]
      .slice(0, 80)
      .join('')
      .replace(/\p{Surrogate}/gu, ''),
  )
  .filter((text) => text.trim() !== '' && !text.includes('/'));

type Body = Record<string, unknown>;
type Shape = Record<string, unknown>;

const shapeOf = (schema: unknown): Shape => (schema as { shape?: Shape } | undefined)?.shape ?? {};

/** Fields of a route's input outside the path. */
export function fieldsOf(route: Route): string[] {
  const shape = shapeOf(route.input);
  const fields = route.isDetailed ? [...Object.keys(shapeOf(shape['query'])), ...Object.keys(shapeOf(shape['body']))] : Object.keys(shape);
  return fields.filter((field) => !route.params.includes(field) && field !== 'file');
}

/**
 * Replaces the value and each nested value one by one: with every hostile value in a proof, else
 * with a sample.
 */
function* mutationsOf(value: unknown, place: string): Generator<unknown> {
  yield* sampleOf(hostileValues, 1, place);
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      for (const bad of mutationsOf(entry, `${place}.${index}`)) yield value.map((old, at) => (at === index ? bad : old));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) for (const bad of mutationsOf(entry, `${place}.${key}`)) yield { ...value, [key]: bad };
}

/** Bodies with one hostile field, with the name of the field. */
export function* hostileBodies(route: Route, valid: Body): Generator<{ field: string; body: Body }> {
  for (const field of fieldsOf(route)) {
    for (const bad of mutationsOf(valid[field], `${route.name}.${field}`)) yield { field, body: { ...valid, [field]: bad } };
    const { [field]: _left, ...rest } = valid;
    yield { field, body: rest };
  }
  yield { field: 'no_such_field', body: { ...valid, no_such_field: 'x', __proto__: { polluted: true } } };
}
