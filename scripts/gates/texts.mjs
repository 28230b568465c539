// The texts of the interface: the same keys, with the same parts, in English and Russian; plural forms whole; no key without a use.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';
import { isTest, listFiles } from '../prepare/sources.mjs';

const plural = /_(zero|one|two|few|many|other)$/;
const forms = { en: ['one', 'other'], ru: ['one', 'few', 'many', 'other'] };

function flatten(texts, prefix = '') {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

const parts = (text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name);

/** The keys that code asks for, with the parts that any of their plural forms names. */
function byKey(texts) {
  const keys = new Map();
  for (const [key, text] of texts) {
    const base = key.replace(plural, '');
    const entry = keys.get(base) ?? { forms: [], parts: new Set() };
    const form = key.match(plural)?.[1];
    if (form) entry.forms.push(form);
    for (const part of parts(text)) entry.parts.add(part);
    keys.set(base, entry);
  }
  return keys;
}

function compare(where, mine, other) {
  const wrong = [];
  for (const [key, entry] of mine.keys) {
    const twin = other.keys.get(key);
    if (!twin) wrong.push(`${where}: "${key}" is in ${mine.language}.json only`);
    const missing = entry.forms.length > 0 ? forms[mine.language].filter((form) => !entry.forms.includes(form)) : [];
    if (missing.length > 0) wrong.push(`${where}/${mine.language}.json: "${key}" lacks the plural forms ${missing.join(', ')}`);
    const unknown = twin ? [...entry.parts].filter((part) => !twin.parts.has(part)) : [];
    if (unknown.length > 0) wrong.push(`${where}: "${key}" names {{${unknown.join('}}, {{')}}} in ${mine.language}.json only`);
  }
  return wrong;
}

/** Every quoted string of the code, and the fixed head of every template: what a key can be made from. */
function readWords(files) {
  const whole = new Set();
  const heads = new Set();
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8');
    for (const [, , word] of code.matchAll(/(['"`])((?:\w+:)?[\w.-]+)\1/g)) whole.add(word.replace(/^\w+:/, ''));
    for (const [, head] of code.matchAll(/`((?:\w+:)?[\w.-]*[._])\$\{/g)) heads.add(head.replace(/^\w+:/, ''));
  }
  return { whole, heads: [...heads].filter((head) => head.length > 1) };
}

function load(folder, language) {
  const texts = flatten(JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')));
  const empty = texts.filter(([, text]) => text.trim() === '').map(([key]) => `${folder}/${language}.json: "${key}" is empty`);
  return { language, keys: byKey(texts), empty };
}

function checkFolder(folder, words) {
  for (const language of ['en', 'ru'])
    if (!existsSync(join(root, folder, `${language}.json`))) return [`${folder} has no ${language}.json`];
  const [english, russian] = [load(folder, 'en'), load(folder, 'ru')];
  const isUsed = (key) => words.whole.has(key) || words.heads.some((head) => key.startsWith(head));
  const unused = [...english.keys.keys()].filter((key) => !isUsed(key)).map((key) => `${folder}: nothing uses "${key}"`);
  return [...english.empty, ...russian.empty, ...compare(folder, english, russian), ...compare(folder, russian, english), ...unused];
}

/** Sentences about what is wrong with the catalogues; none when all is well. */
export function checkTexts() {
  const files = listFiles('apps/web/src');
  const folders = [
    ...new Set(files.filter((file) => /\/texts\/\w+\.json$/.test(file)).map((file) => file.slice(0, file.lastIndexOf('/')))),
  ];
  const words = readWords(files.filter((file) => /\.tsx?$/.test(file) && !isTest(file)));
  return folders.flatMap((folder) => checkFolder(folder, words));
}
