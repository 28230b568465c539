// Words that docs/TEXTS.md has replaced: one concept, one word, in the interface and in the messages of the server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';
import { isTest, listFiles } from '../prepare/sources.mjs';

/** What is not written any more, and what is instead. */
const english = [
  [/\b(?:un)?cho(?:se|sen|ose)\b(?= the row| all rows| \{\{name\}\})|\bchosen\b(?!\}\})|\bthe choice\b/i, 'selected'],
  [/\btak(?:e|es|en|ing) (?:it |this |them )?back\b/i, 'undo, undone'],
  // Letters of the alphabet stay letters.
  [/\bletters?\b(?! (?:A-Z|before the star))/i, 'message'],
  [/\banew\b/i, 'again; Regenerate'],
  [/\b(?:first|second) form\b/i, 'variant A, variant B'],
  [/\b(?:to )?mend(?:s|ed|ing)?\b/i, 'fix; Needs attention'],
  [/\blook at (?:this|the domain)\b/i, 'Needs attention'],
  [/\b(?:go|goes|going|went) on\b/i, 'continue, resume'],
  [/\b(?:nobody|nothing|none|no \w+) fits\b/i, 'No … match your filters'],
  [/^[^.]* is (?:saved|created|archived|made)$/i, 'saved, created, archived'],
  [/\bby hand\b/i, 'manually; stopped'],
  [/\b(?:anybody|everybody|somebody)\b/i, 'anyone, everyone, someone'],
  [/\btext under every message\b/i, 'signature'],
  [/\bwill (?:it|(?:my |your )?messages) arrive\b/i, 'deliverability'],
  [/\bhours of sending\b|\bgoes out only within\b/i, 'sending window'],
  [/\bcame back\b|\brefuses mail\b/i, 'bounced'],
  [/\bin no vacancy\b/i, 'Not in any vacancy'],
  [/\bready for remote\b/i, 'Open to remote work'],
  [/\bwhere to, or what to do\b/i, 'Search or jump to…'],
  [/\bhave gone\b/i, 'sent, finished'],
  [/\bsquads?\b/i, 'vacancy'],
  [/\bAI letters\b|\bletters by AI\b/i, 'AI messages'],
];

const russian = [
  [/AI-|-AI\b|письма от ИИ/i, 'ИИ-…'],
  [/взгляните/i, 'Требует внимания'],
  [/второй вариант письма|вторая форма|второй формы|вторую форму/i, 'вариант Б'],
  [/\d\.\d/, 'a decimal comma'],
];

const wrongWords = (where, text, rules) =>
  rules.filter(([pattern]) => pattern.test(text)).map(([pattern, use]) => `${where}: “${text.match(pattern)[0]}” is replaced by: ${use}`);

function flatten(texts, prefix = '') {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** What one types in a query keeps its marks. */
const straightQuotes = [[/"/, '«»']];

function inCatalogue(file) {
  const rules = file.endsWith('/en.json') ? english : russian;
  const isRussian = rules === russian;
  return flatten(JSON.parse(readFileSync(join(root, file), 'utf8'))).flatMap(([key, text]) =>
    wrongWords(`${file}: ${key}`, text, isRussian && !key.startsWith('boolean.') ? [...rules, ...straightQuotes] : rules),
  );
}

/** `entry(400, 'English', 'Русский')` of the messages that the server answers with. */
const entry = /entry\(\s*\d{3},\s*(['"])((?:(?!\1).)*)\1,\s*(['"])((?:(?!\3).)*)\3/gs;

function inMessages(file) {
  return [...readFileSync(join(root, file), 'utf8').matchAll(entry)].flatMap(([, , en, , ru]) => [
    ...wrongWords(file, en, english),
    ...wrongWords(
      file,
      ru,
      russian.filter(([pattern]) => !pattern.test('"')),
    ),
  ]);
}

/** Sentences naming each text that uses a replaced word; none when all is well. */
export function checkReplacedWords() {
  const catalogues = listFiles('apps/web/src').filter((file) => /\/texts\/(?:en|ru)\.json$/.test(file));
  const messages = listFiles('packages/contract/src').filter((file) => file.endsWith('messages.ts') && !isTest(file));
  return [...catalogues.flatMap(inCatalogue), ...messages.flatMap(inMessages)];
}
