import type { AnySchema, InferSchemaInput } from '@orpc/contract';

/** Internal definition of a zod schema. */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  options?: Schema[];
  in?: Schema;
  left?: Schema;
  right?: Schema;
  innerType?: Schema;
  entries?: Record<string, unknown>;
  values?: unknown[];
  items?: Schema[];
  getter?: () => Schema;
}
interface Schema {
  def: Definition;
  safeParse(value: unknown): { success: boolean };
}

/**
 * Candidate values; the first accepted one is used, so that a stricter schema needs no new rule.
 */
const texts = [
  '',
  'Text',
  '2026-01-05T09:00:00.000Z',
  '2026-01-05',
  'ada@acme.test',
  'https://acme.test/',
  '09:00',
  'Europe/Berlin',
  '#228be6',
];
const numbers = [0, 1, 100];

function plain(schema: Schema, candidates: readonly unknown[]): unknown {
  const fitting = candidates.find((value) => schema.safeParse(value).success);
  if (fitting === undefined) throw new Error(`No plain value fits ${schema.def.type}`);
  return fitting;
}

function ofObject(shape: Record<string, Schema>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => (field.def.type === 'optional' ? [] : [[name, valueOf(field)] as const])),
  );
}

const makers: Partial<Record<string, (def: Definition, schema: Schema) => unknown>> = {
  object: ({ shape = {} }) => ofObject(shape),
  array: ({ element }, schema) => (schema.safeParse([]).success ? [] : [element && valueOf(element)]),
  string: (_def, schema) => plain(schema, texts),
  number: (_def, schema) => plain(schema, numbers),
  boolean: () => false,
  enum: ({ entries = {} }) => Object.values(entries)[0],
  literal: ({ values = [] }) => values[0],
  nullable: () => null,
  null: () => null,
  optional: () => undefined,
  union: ({ options: [first] = [] }) => first && valueOf(first),
  intersection: ({ left, right }) => ({ ...(left && (valueOf(left) as object)), ...(right && (valueOf(right) as object)) }),
  tuple: ({ items = [] }) => items.map(valueOf),
  record: () => ({}),
  pipe: ({ in: from }) => from && valueOf(from),
  lazy: ({ getter }) => getter && valueOf(getter()),
};

function valueOf(schema: Schema): unknown {
  const { def } = schema;
  const make = makers[def.type];
  if (make) return make(def, schema);
  return def.innerType ? valueOf(def.innerType) : null;
}

type RowOf<T> = T extends readonly (infer R)[] ? R : never;

/** Minimal valid row of a list in the response of a route. */
export function rowOf<O extends AnySchema, K extends keyof InferSchemaInput<O> & string>(
  procedure: { '~orpc': { outputSchema?: O | undefined } },
  list: K,
  more: Partial<RowOf<InferSchemaInput<O>[K]>> = {},
): RowOf<InferSchemaInput<O>[K]> {
  const schema = procedure['~orpc'].outputSchema as unknown as Schema | undefined;
  const row = schema?.def.shape?.[list]?.def.element;
  if (!row) throw new Error(`The answer has no list ${list}`);
  return { ...(valueOf(row) as object), ...more } as RowOf<InferSchemaInput<O>[K]>;
}

/** Minimal valid response of a route, with the given overrides. */
export function answerOf<O extends AnySchema>(
  procedure: { '~orpc': { outputSchema?: O | undefined } },
  more: Partial<InferSchemaInput<O>> = {},
): InferSchemaInput<O> {
  const schema = procedure['~orpc'].outputSchema as unknown as Schema | undefined;
  return { ...(schema ? (valueOf(schema) as object) : {}), ...more } as InferSchemaInput<O>;
}

/** Minimal value that a schema accepts. */
export const emptiestOf = <T>(schema: { parse(value: unknown): T }): T => valueOf(schema as unknown as Schema) as T;
