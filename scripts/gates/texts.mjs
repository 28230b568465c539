// Texts have equal keys and parts in both languages, all plural forms, the spelling of
// docs/TEXTS.md, and a use.
import { isTest } from '../prepare/sources.mjs';
import { checkout } from './tree.mjs';

const plural = /_(one|few|many|other)$/;
/** Search queries contain plain quotation marks. */
const isOfQueries = (folder) =>
  folder.startsWith('apps/web/src/features/search/boolean/') || folder.startsWith('packages/contract/src/texts/search');
const spelling = {
  en: [{ pattern: /\b(?:kilometres?|cancelled|colours?|licences?)\b/i, use: 'American spelling' }],
  ru: [
    { pattern: /AI-|-AI\b/, use: 'ИИ-' },
    // Versions and addresses have more than one point.
    { pattern: /(?<![\d.])\d+\.\d+(?![\d.])/, use: 'a decimal comma' },
    { pattern: /"/, use: '«»', isAllowed: isOfQueries },
  ],
};
const forms = { en: ['one', 'other'], ru: ['one', 'few', 'many', 'other'] };

function flatten(texts, prefix = '') {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

const parts = (text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name);

function byKey(texts) {
  const keys = new Map();
  const all = new Set(texts.map(([key]) => key));
  // `too_many` is no plural of `too`: every plural has the form `_other`.
  const isForm = (key) => all.has(`${key.replace(plural, '')}_other`);
  for (const [key, text] of texts) {
    const base = isForm(key) ? key.replace(plural, '') : key;
    const entry = keys.get(base) ?? { forms: [], parts: new Set() };
    const form = base === key ? undefined : key.match(plural)?.[1];
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

/**
 * Texts of the specification (ACC-058, ACC-059, RSLT-020 to RSLT-022, REQ-036, REQ-038) that may be
 * unused.
 */
const quoted = new Set([
  'data_not_displayed',
  'employee_not_found',
  'field_required',
  'password_differs',
  'age_not_available',
  'gender_not_available',
  'diversity_not_available',
]);

function readWords(tree, files) {
  const whole = new Set();
  const heads = new Set();
  for (const file of files) {
    const code = tree.read(file);
    for (const [, , word] of code.matchAll(/(['"`])((?:\w+:)?[\w.-]+)\1/g)) whole.add(word.replace(/^\w+:/, ''));
    // `message_too_large:${bytes}` is a key with a parameter.
    for (const [, key] of code.matchAll(/`(\w+):\$\{/g)) whole.add(key);
    for (const [, head] of code.matchAll(/`((?:\w+:)?[\w.-]*[._])\$\{/g)) heads.add(head.replace(/^\w+:/, ''));
  }
  return { whole, heads: [...heads].filter((head) => head.length > 1) };
}

function load(tree, folder, language) {
  const texts = flatten(JSON.parse(tree.read(`${folder}/${language}.json`)));
  const empty = texts.filter(([, text]) => text.trim() === '').map(([key]) => `${folder}/${language}.json: "${key}" is empty`);
  const misspelt = texts.flatMap(([key, text]) =>
    spelling[language]
      .filter(({ pattern, isAllowed }) => pattern.test(text) && !isAllowed?.(folder, key))
      .map(({ pattern, use }) => `${folder}/${language}.json: "${key}": “${text.match(pattern)[0]}” is replaced by: ${use}`),
  );
  return { language, keys: byKey(texts), wrong: [...empty, ...misspelt] };
}

function checkFolder(tree, folder, words) {
  for (const language of ['en', 'ru']) if (!tree.has(`${folder}/${language}.json`)) return [`${folder} has no ${language}.json`];
  const [english, russian] = [load(tree, folder, 'en'), load(tree, folder, 'ru')];
  const isUsed = (key) => quoted.has(key) || words.whole.has(key) || words.heads.some((head) => key.startsWith(head));
  const unused = [...english.keys.keys()].filter((key) => !isUsed(key)).map((key) => `${folder}: nothing uses "${key}"`);
  return [...english.wrong, ...russian.wrong, ...compare(folder, english, russian), ...compare(folder, russian, english), ...unused];
}

const places = [
  { texts: 'apps/web/src', code: ['apps/web/src'] },
  { texts: 'packages/contract/src', code: ['packages/contract/src', 'packages/domain/src', 'apps/server/src', 'apps/web/src'] },
  { texts: 'apps/server/src', code: ['apps/server/src'] },
];

function checkPlace(tree, { texts, code }) {
  const found = tree.list(texts).filter((file) => /\/texts\/(?:[\w-]+\/)?\w+\.json$/.test(file));
  const folders = [...new Set(found.map((file) => file.slice(0, file.lastIndexOf('/'))))];
  const words = readWords(
    tree,
    code.flatMap(tree.list).filter((file) => /\.tsx?$/.test(file) && !isTest(file)),
  );
  return folders.flatMap((folder) => checkFolder(tree, folder, words));
}

export const checkTexts = (tree = checkout) => places.flatMap((place) => checkPlace(tree, place));
