// Words that docs/TEXTS.md has replaced: one concept, one word, in the interface and in the messages of the server.
import { checkout } from './tree.mjs';

/** What is not written any more, and what is instead. */
const english = [
  [/\b(?:un)?cho(?:se|sen|ose)\b(?= the row| all rows| \{\{name\}\})|\bchosen\b(?!\}\})|\bthe choice\b/i, 'selected'],
  [/\btak(?:e|es|en|ing) (?:it |this |them )?back\b/i, 'undo, undone'],
  // Letters of the alphabet stay letters.
  [/(?<!case )\bletters?\b(?! (?:A-Z|before the star)|, (?:an uppercase letter|digits))/i, 'message'],
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
  [/\bAI letters\b|\b(?:letters?|messages?|mailings?|descriptions?) by AI\b/i, 'AI messages'],
  [
    /\b(?:account|people|users?|them|it)(?: is| are)? (?:switched|disabled)(?: off)?\b|\bswitch(?:es)? (?:the account|people|them) off\b/i,
    'deactivated',
  ],
  [/\bkilomet(?:re)s?\b|\bcancelled\b|\bcolours?\b|\blicences?\b/i, 'American spelling: kilometers, canceled, color, license'],
];

const russian = [
  [/AI-|-AI\b|письма от ИИ/i, 'ИИ-…'],
  [/взгляните/i, 'Требует внимания'],
  [/аккаунт (?:выключен|отключ[её]н)(?! \{\{)|выключить аккаунт/i, 'учётная запись отключена'],
  [/второй вариант письма|вторая форма|второй формы|вторую форму/i, 'вариант Б'],
  // A version has more than one point.
  [/(?<![\d.])\d+\.\d+(?![\d.])/, 'a decimal comma'],
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
const isOfQueries = (file, key) => key.startsWith('boolean.') || file.startsWith('packages/contract/src/texts/search/');

function inCatalogue(tree, file) {
  const rules = file.endsWith('/en.json') ? english : russian;
  const isRussian = rules === russian;
  return flatten(JSON.parse(tree.read(file))).flatMap(([key, text]) =>
    wrongWords(`${file}: ${key}`, text, isRussian && !isOfQueries(file, key) ? [...rules, ...straightQuotes] : rules),
  );
}

/** Sentences naming each text that uses a replaced word; none when all is well. */
export const checkReplacedWords = (tree = checkout) =>
  ['apps/web/src', 'packages/contract/src', 'apps/server/src']
    .flatMap(tree.list)
    .filter((file) => /\/texts\/(?:[\w-]+\/)?(?:en|ru)\.json$/.test(file))
    .flatMap((file) => inCatalogue(tree, file));
