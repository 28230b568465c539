// One module writes each table. Only the folder of the transitions writes messages.
import { isTest } from '../prepare/sources.mjs';
import { moduleOf } from '../generated/module-edges.mjs';
import { checkout } from './tree.mjs';

const source = 'apps/server/src';
const migrations = `${source}/migrations`;

const keepers = { messages: `${source}/modules/messaging/messages/store/transitions/` };

function tablesOf(tree) {
  const tables = new Set();
  for (const file of tree.list(migrations).filter((path) => path.endsWith('.sql'))) {
    const text = tree.read(file);
    for (const [, verb, name] of text.matchAll(/^\s*(create|drop) (?:unlogged )?table (?:if (?:not )?exists )?(\w+)/gim)) {
      if (verb.toLowerCase() === 'create') tables.add(name);
      else tables.delete(name);
    }
  }
  return tables;
}

const builder = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)(?: as \w+)?'/g;
const storeFile = /\/store(?:\/|\.ts$)/;
/** Writes a table of its caller. */
const onBehalf = /\brunsOf(?:<\w+>)?\(\s*'(\w+)'/g;
const writesOnBehalf = new Set([`${source}/modules/generations/store.ts`]);
const unnamed = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?!')(\w+)/;
const raw = /\b(?:insert into|delete from|merge into|truncate|update)\s+(?:only\s+)?(\w+)\b(?!\s*=)/gi;

const withoutComments = (text) => text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');

export const writerOf = (file) =>
  moduleOf(file) ??
  file
    .slice(source.length + 1)
    .split('/')
    .slice(0, 2)
    .join('/');

const sourceFiles = (tree) => tree.list(source).filter((path) => path.endsWith('.ts') && !isTest(path));

const writtenIn = (text, tables) =>
  new Set(
    [builder, onBehalf, raw]
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .map(([, name]) => name)
      .filter((name) => tables.has(name)),
  );

/** Map<table, Map<writer, file>> */
export function readTableWriters(tree, tables = tablesOf(tree)) {
  const writers = new Map();
  for (const file of sourceFiles(tree)) {
    for (const table of writtenIn(withoutComments(tree.read(file)), tables)) {
      const known = writers.get(table) ?? writers.set(table, new Map()).get(table);
      known.set(writerOf(file), known.get(writerOf(file)) ?? file);
    }
  }
  return writers;
}

export function checkTableWriters(tree = checkout) {
  const tables = tablesOf(tree);
  const wrong = [];
  if (tables.size < 40) return [`${migrations}: only ${tables.size} tables were found`];
  for (const file of sourceFiles(tree)) {
    const text = withoutComments(tree.read(file));
    if (storeFile.test(file) && unnamed.test(text) && !writesOnBehalf.has(file)) wrong.push(`${file} writes a table without its name`);
    for (const table of writtenIn(text, tables)) {
      const keeper = keepers[table];
      if (keeper && !file.startsWith(keeper)) wrong.push(`${file} writes ${table}: only ${keeper} does`);
    }
  }
  for (const [table, known] of readTableWriters(tree, tables)) {
    if (known.size > 1) wrong.push(`${table} is written by ${[...known].map(([writer, file]) => `${writer} (${file})`).join(' and ')}`);
  }
  return wrong.toSorted();
}
