// The module that writes a table declares its columns in one file; others use a `Pick` of that
// type.
import swc from '@swc/core';
import { isTest } from '../prepare/sources.mjs';
import { readTableWriters, writerOf } from './table-writers.mjs';
import { checkout } from './tree.mjs';

const source = 'apps/server/src';
const declarationName = /(?:Tables|View)$/;
/** Columns that tables of several modules share. */
const constraints = new Set(['RunTables']);

/** Tables that a module below their writer reads; it cannot import from the writer. */
const declaredBelow = { mailings: 'messaging/messages', mailing_recipients: 'messaging/messages' };

const nameOf = (type) => (type.type === 'TsTypeReference' ? type.typeName.value : undefined);

/** `undefined` for a form that this gate cannot read. */
function declaredIn(type) {
  if (type.type === 'TsIntersectionType') return type.types.flatMap(declaredIn);
  if (type.type === 'TsTypeLiteral') return type.members.map((member) => member.key?.value);
  const [owner] = nameOf(type) === 'Pick' ? type.typeParams.params : [type];
  return declarationName.test(nameOf(owner) ?? '') ? [] : [undefined];
}

const typesIn = (text) =>
  swc
    .parseSync(text, { syntax: 'typescript' })
    .body.map((item) => item.declaration ?? item)
    .filter((item) => item.type === 'TsTypeAliasDeclaration' || item.type === 'TsInterfaceDeclaration')
    .filter(({ id }) => declarationName.test(id.value) && !constraints.has(id.value))
    .map((item) => ({
      name: item.id.value,
      tables: declaredIn(item.typeAnnotation ?? { type: 'TsTypeLiteral', members: item.body.body }),
    }));

/** Type arguments of `withTables` such as `AccountTables & CompanyTables`. */
const writtenInPlace = (text) =>
  [...text.matchAll(/\bwithTables<(?!\.)([^>]*)>/g)].filter(
    ([, names]) => !names.split('&').every((name) => /^\w+(?:Tables|View)$/.test(name.trim())),
  );

function read(tree, { file, places }) {
  const text = tree.read(file);
  if (!/Tables\b|View\b/.test(text)) return [];
  const types = typesIn(text);
  for (const table of types.flatMap(({ tables }) => tables)) places.set(table, (places.get(table) ?? new Set()).add(file));
  return [
    ...writtenInPlace(text).map(([call]) => `${file}: ${call} declares tables in place of a type named …Tables`),
    ...types
      .filter(({ tables }) => tables.includes(undefined))
      .map(({ name }) => `${file}: ${name} is neither a list of tables nor a Pick of a type named …Tables`),
  ];
}

export function checkTableTypes(tree = checkout) {
  const places = new Map();
  const unread = tree
    .list(source)
    .filter((path) => path.endsWith('.ts') && !isTest(path))
    .flatMap((file) => read(tree, { file, places }));
  if (places.size < 30) return [`${source}: only ${places.size} types of tables were found`];
  const writers = readTableWriters(tree);
  const ownersOf = (table) => [declaredBelow[table] ?? [...(writers.get(table)?.keys() ?? [])]].flat();
  const declared = [...places].filter(([table]) => table !== undefined);
  return [
    ...unread,
    ...declared.filter(([, files]) => files.size > 1).map(([table, files]) => `${table} is declared in ${[...files].join(' and ')}`),
    ...declared.flatMap(([table, files]) =>
      [...files]
        .filter((file) => ownersOf(table).length > 0 && !ownersOf(table).includes(writerOf(file)))
        .map((file) => `${file} declares ${table}: only ${ownersOf(table).join(' and ')} does`),
    ),
  ].toSorted();
}
