import { fillLinks, fillVariables, namesInLinks, type VariableValues } from '@headwater/domain/outreach/variables';
import { mailHtml } from '#platform/mail/safe-html.ts';
import { textFromHtml } from '#platform/mail/text-from-html.ts';

export interface FilledText {
  html: string;
  text: string;
}

/** Constant pieces around the values of variables; one more piece than names. */
interface Half {
  pieces: readonly string[];
  names: readonly string[];
}

interface PreparedText {
  html: Half;
  text: Half;
  length: number;
}

/**
 * Private-use characters mark variables during preparation, because HTML cleaning keeps them.
 * `written` detects them in user text.
 */
const [open, close] = ['\uE000', '\uE001'];
const written = /[\uE000\uE001]|&#(?:x0*e00[01]|0*5734[45])/iu;
const place = new RegExp(`${open}([^${open}${close}]*)${close}`, 'u');
/** A value without markup effects: single inner spaces and no invisible characters. */
const plain = /^[^\s\p{C}]+(?: [^\s\p{C}]+)*$/u;
/** Longer texts are cut in the plain text part. */
const longest = 1_000_000;

const halfOf = (text: string): Half => {
  const parts = text.split(place);
  return { pieces: parts.filter((_part, at) => at % 2 === 0), names: parts.filter((_part, at) => at % 2 === 1) };
};

/** Whether a value could become part of a tag or entity. */
function isInMarkup(marked: string): boolean {
  let isInTag = false;
  return marked
    .split(open)
    .slice(0, -1)
    .some((before) => {
      const [opened, closed] = [before.lastIndexOf('<'), before.lastIndexOf('>')];
      if (opened !== closed) isInTag = opened > closed;
      return isInTag || /&[#\w]*$/u.test(before);
    });
}

/**
 * Whether a value is inside a tag or link. The plain text omits a link address that equals its
 * text.
 */
function isInTagOrLink(html: string): boolean {
  let links = 0;
  for (const part of html.split(/(<[^>]*>)/u)) {
    const isTag = part.startsWith('<');
    if ((isTag || links > 0) && part.includes(open)) return true;
    if (/^<a[\s>]/u.test(part)) links += 1;
    else if (part === '</a>') links -= 1;
  }
  return false;
}

function prepare(marked: string): PreparedText | undefined {
  if (isInMarkup(marked)) return undefined;
  const html = mailHtml(marked);
  if (isInTagOrLink(html)) return undefined;
  const text = textFromHtml(html).trim();
  const halves = [marked, html, text].map(halfOf);
  const [expected, ...made] = halves.map(({ names }) => names.join(' '));
  const [, first, second] = halves;
  if (!first || !second || made.some((names) => names !== expected)) return undefined;
  return { html: first, text: second, length: html.length };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeText = (value: string): string => value.replaceAll(/[&<>]/gu, (sign) => escapes[sign] ?? sign);

const filled = ({ pieces, names }: Half, valueOf: (name: string) => string): string =>
  pieces.map((piece, at) => (at === 0 ? piece : valueOf(names[at - 1] ?? '') + piece)).join('');

function fillWhole(source: string, values: VariableValues): FilledText {
  const html = mailHtml(fillVariables(source, values, 'html'));
  return { html, text: textFromHtml(html).trim() };
}

const mostPrepared = 20;
/** Longest HTML escape of one character. */
const longestEntity = 5;

function lookUp<Value>(among: Map<string, Value>, text: string, make: (text: string) => Value): Value {
  if (!among.has(text)) {
    if (among.size >= mostPrepared) among.clear();
    among.set(text, make(text));
  }
  return among.get(text) as Value;
}

/** The unsubscribe link is the same for all recipients; variables in other links differ. */
const isSameForAll = (source: string): boolean => !written.test(source) && namesInLinks(source).every((name) => name === 'UNSUBSCRIBE');

/**
 * Cleaning and parsing take ten times as long as filling, so their shared part is prepared once.
 * Texts with variables in links or unusual values are filled individually.
 */
export function createTextFiller(): (source: string, values: VariableValues) => FilledText {
  const known = new Map<string, PreparedText | undefined>();
  const shared = new Map<string, boolean>();
  return (source, values) => {
    const isMarked = Object.values(values).some((value) => value?.includes(open));
    if (isMarked || !lookUp(shared, source, isSameForAll)) return fillWhole(source, values);
    const used = new Set<string>();
    const marked = fillLinks(source, values, (name) => {
      used.add(name);
      return `${open}${name}${close}`;
    });
    const valueOf = (name: string) => values[name] ?? '';
    const texts = [...used].map(valueOf);
    if (!texts.every((value) => plain.test(value))) return fillWhole(source, values);
    const prepared = lookUp(known, marked, prepare);
    const isLong = prepared && prepared.length + longestEntity * texts.join('').length * prepared.html.names.length > longest;
    if (!prepared || isLong) return fillWhole(source, values);
    return { html: filled(prepared.html, (name) => escapeText(valueOf(name))), text: filled(prepared.text, valueOf) };
  };
}
