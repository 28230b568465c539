import type { Column, CompanyTable } from './store/catalog.ts';

const bytes = { type: 'string', pattern: String.raw`^\\x(?:[0-9a-f]{2})*$` };
const types: Readonly<Record<string, object>> = {
  int2: { type: 'integer' },
  int4: { type: 'integer' },
  int8: { type: 'integer' },
  float8: { type: 'number' },
  bool: { type: 'boolean' },
  text: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string' },
  timestamptz: { type: 'string', format: 'date-time' },
  bytea: bytes,
  jsonb: {},
};

/** Throws for a type that exports do not know. */
function typeOf({ name, type, isArray, isNullable, reference }: Column): object {
  const plain = types[type];
  if (!plain) throw new Error(`${name} has the type ${type}, which has no JSON Schema`);
  const target = reference === undefined ? {} : { 'x-references': typeof reference === 'string' ? reference : reference.tables };
  const value = isArray ? { type: 'array', items: plain, ...target } : { ...plain, ...target };
  return isNullable && type !== 'jsonb' ? { anyOf: [value, { type: 'null' }] } : value;
}

/** JSON Schema of one line, from the columns of the table. */
export const jsonSchemaOf = ({ name, columns }: CompanyTable): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: name,
  type: 'object',
  additionalProperties: false,
  required: columns.map((column) => column.name),
  properties: Object.fromEntries(columns.map((column) => [column.name, typeOf(column)])),
});
