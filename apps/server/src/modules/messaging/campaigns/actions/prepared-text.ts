import { fillLinks, fillVariables, namesInLinks, type VariableValues } from '@headwater/domain/outreach/variables';
import { mailHtml } from '#platform/mail/safe-html.ts';
import { textFromHtml } from '#platform/mail/text-from-html.ts';

/** A message's html, without what stands around it, and its text part. */
export interface FilledText {
  html: string;
  text: string;
}

/** One half of a prepared text: `pieces` of it stand around the values of variables, of which there is one fewer. */
interface Half {
  pieces: readonly string[];
  names: readonly string[];
}

interface PreparedText {
  html: Half;
  text: Half;
  length: number;
}

/** Stand around the name of a variable while a text is prepared; of the signs that mean nothing by themselves, so that nothing is made of them. `written`: by somebody. */
const [open, close] = ['\uE000', '\uE001'];
const written = /[\uE000\uE001]|&#(?:x0*e00[01]|0*5734[45])/iu;
const place = new RegExp(`${open}([^${open}${close}]*)${close}`, 'u');
/** Of a value that reads the same wherever it stands: no white space but single spaces within it, and nothing invisible. */
const plain = /^[^\s\p{C}]+(?: [^\s\p{C}]+)*$/u;
/** Of longer ones the text part is cut. */
const longest = 1_000_000;

const halfOf = (text: string): Half => {
  const parts = text.split(place);
  return { pieces: parts.filter((_part, at) => at % 2 === 0), names: parts.filter((_part, at) => at % 2 === 1) };
};

/** Whether a value could become a part of a tag, or of the entity before it. */
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

/** Whether a value stands in a tag, or between those of a link, whose address is left out of the text part where it says the same. */
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

/** Undefined where what is made of the text depends on the values. */
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

/** Cleans what was filled in, and makes its text part. */
function fillWhole(source: string, values: VariableValues): FilledText {
  const html = mailHtml(fillVariables(source, values, 'html'));
  return { html, text: textFromHtml(html).trim() };
}

/** Texts that are kept prepared: those of a mailing's steps, their variants and the drafts for single people. */
const mostPrepared = 20;
/** A sign of a value takes so many at most in html. */
const longestEntity = 5;

function lookUp<Value>(among: Map<string, Value>, text: string, make: (text: string) => Value): Value {
  if (!among.has(text)) {
    if (among.size >= mostPrepared) among.clear();
    among.set(text, make(text));
  }
  return among.get(text) as Value;
}

/** The link to unsubscribe by is filled in for everybody alike; other addresses that variables stand in are somebody's own. */
const isSameForAll = (source: string): boolean => !written.test(source) && namesInLinks(source).every((name) => name === 'UNSUBSCRIBE');

/**
 * Fills texts of the editor in, for one person after another. To clean and to read html takes ten times as long as to fill it in, and what comes of it is
 * the same for everybody; where it is not (a variable in the address of a link, a value with line breaks), it is done for each.
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
