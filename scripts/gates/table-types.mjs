// The columns of a table are declared once, in one file of the module that writes it; others take their `Pick` of that declaration.
import swc from '@swc/core';
import { isTest } from '../prepare/sources.mjs';
import { readTableWriters, writerOf } from './table-writers.mjs';
import { checkout } from './tree.mjs';

const source = 'apps/server/src';
const declarationName = /(?:Tables|View)$/;
/** What every table has whose rows run a language model; the tables belong to the modules that call it. */
const constraints = new Set(['RunTables']);

/** Read by a module that their writer needs, which cannot import what lies above it. */
const declaredBelow = { mailings: 'messaging/messages', mailing_recipients: 'messaging/messages' };

const nameOf = (type) => (type.type === 'TsTypeReference' ? type.typeName.value : undefined);

/** What a type declares itself: names of tables; `undefined` among them where it is written in a way that cannot be read here. */
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

/** `withTables<AccountTables & CompanyTables>` names types; it writes none down. */
const writtenInPlace = (text) =>
  [...text.matchAll(/\bwithTables<(?!\.)([^>]*)>/g)].filter(
    ([, names]) => !names.split('&').every((name) => /^\w+(?:Tables|View)$/.test(name.trim())),
  );

/** Sentences naming what cannot be read in a file; what can goes into `places`: Map<table, Set<file>>. */
function read(tree, { file, places }) {
  const text = tree.read(file);
  if (!/Tables\b|View\b/.test(text)) return [];
  const types = typesIn(text);
  for (const table of types.flatMap(({ tables }) => tables)) places.set(table, (places.get(table) ?? new Set()).add(file));
  return [
    ...writtenInPlace(text).map(([call]) => `${file}: ${call} writes tables down in place of a type named …Tables`),
    ...types
      .filter(({ tables }) => tables.includes(undefined))
      .map(({ name }) => `${file}: ${name} is neither tables written down nor a Pick of a type named …Tables`),
  ];
}

/** Sentences naming each second declaration of a table, and each outside of the module that writes it. */
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
