import iconv from 'iconv-lite';
import { type ExtractedText, ExtractError } from './outcome.ts';

const silentDestinations = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable info pict object themedata colorschememapping datastore latentstyles rsidtbl generator footer footerl footerr footerf footnote xmlnstbl filetbl revtbl mmathPr wgrffmtfilter pgdsctbl fldinst template operator author title subject doccomm company'.split(
    ' ',
  ),
);
const breaks: Record<string, string> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  tab: '\t',
  cell: '\t',
  nestcell: '\t',
  nestrow: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
};
const charsets: Record<number, string> = {
  0: 'cp1252',
  128: 'shift_jis',
  129: 'cp949',
  134: 'gb2312',
  136: 'big5',
  161: 'cp1253',
  162: 'cp1254',
  177: 'cp1255',
  178: 'cp1256',
  186: 'cp1257',
  204: 'cp1251',
  238: 'cp1250',
};

interface Group {
  silent: boolean;
  inFontTable: boolean;
  inField: boolean;
  /** Fallback characters after \u for old readers. */
  skip: number;
  codePage: string;
}

interface State {
  text: string;
  links: Set<string>;
  group: Group;
  stack: Group[];
  deeper: number;
  /** Bytes of \'hh escapes; some code pages use two per character. */
  bytes: number[];
  toSkip: number;
  documentCodePage: string;
  fonts: Map<number, string>;
  currentFont: number;
  field: string;
}

const maxField = 4_000;
/** Word nests tables to a few dozen groups; deeper groups share the state of their parent. */
const maxDepth = 1_000;

function flush(state: State): void {
  if (state.bytes.length === 0) return;
  const text = iconv.decode(Buffer.from(state.bytes), state.group.codePage);
  state.bytes = [];
  write(state, text);
}

function write(state: State, text: string): void {
  if (state.group.inField) state.field += text.slice(0, maxField - state.field.length);
  else if (!state.group.silent) state.text += text;
}

const codePageOf = (number: number) => (iconv.encodingExists(`cp${number}`) ? `cp${number}` : 'cp1252');

const controls: Record<string, (state: State, value: number) => void> = {
  ansicpg(state, value) {
    state.documentCodePage = codePageOf(value);
    state.group.codePage = state.documentCodePage;
  },
  uc(state, value) {
    state.group.skip = value;
  },
  u(state, value) {
    write(state, String.fromCharCode(value < 0 ? value + 65_536 : value));
    state.toSkip = state.group.skip;
  },
  f(state, value) {
    state.currentFont = value;
    if (!state.group.inFontTable) state.group.codePage = state.fonts.get(value) ?? state.documentCodePage;
  },
  fcharset(state, value) {
    const codePage = charsets[value];
    if (state.group.inFontTable && codePage && value !== 0) state.fonts.set(state.currentFont, codePage);
  },
  plain(state) {
    state.group.codePage = state.documentCodePage;
  },
  fonttbl(state) {
    state.group.inFontTable = true;
  },
  fldinst(state) {
    state.group.inField = true;
    state.field = '';
  },
};

function control(state: State, word: string, value: number): void {
  flush(state);
  if (silentDestinations.has(word)) state.group.silent = true;
  const breakText = breaks[word];
  if (breakText !== undefined) write(state, breakText);
  controls[word]?.(state, value);
}

function open(state: State): void {
  flush(state);
  if (state.stack.length < maxDepth) state.stack.push({ ...state.group });
  else state.deeper += 1;
}

function close(state: State): void {
  flush(state);
  if (state.deeper > 0) {
    state.deeper -= 1;
    return;
  }
  const { inField } = state.group;
  state.group = state.stack.pop() ?? state.group;
  if (!inField || state.group.inField) return;
  const target = /HYPERLINK\s+"?([^"\s]+)/.exec(state.field)?.[1];
  if (target) state.links.add(target);
}

const beyondAscii = /[\u0080-\u00FF]/;

function writePlain(state: State, plain: string): void {
  const text = plain.replaceAll(/[\r\n]+/g, '');
  if (text === '') return;
  flush(state);
  const from = Math.min(state.toSkip, text.length);
  state.toSkip -= from;
  const rest = text.slice(from);
  // Some programs write other bytes than ASCII, which is the same in every code page.
  write(state, beyondAscii.test(rest) ? iconv.decode(Buffer.from(rest, 'latin1'), state.group.codePage) : rest);
}

const token = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\(\*)|\\([^a-z*'])|([{}])|([^\\{}]+)/gi;

function step(state: State, match: RegExpExecArray): void {
  const [, word, number, hex, star, symbol, brace, plain] = match;
  if (brace === '{') open(state);
  else if (brace === '}') close(state);
  else if (star) state.group.silent = true;
  else if (word) {
    // N raw bytes follow \binN.
    if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
    else control(state, word, number === undefined ? 1 : Number(number));
  } else if (hex) {
    if (state.toSkip > 0) state.toSkip -= 1;
    else state.bytes.push(Number.parseInt(hex, 16));
  } else if (symbol) {
    flush(state);
    if (state.toSkip > 0) state.toSkip -= 1;
    else
      write(state, symbol === '~' ? ' ' : symbol === '_' ? '-' : symbol === '\n' || symbol === '\r' ? '\n' : symbol === '-' ? '' : symbol);
  } else if (plain) writePlain(state, plain);
}

export function readRtf(bytes: Buffer): ExtractedText {
  const source = bytes.toString('latin1');
  if (!/\{\\rtf/.test(source.slice(0, 1024))) throw new ExtractError('broken');
  const group: Group = { silent: false, inFontTable: false, inField: false, skip: 1, codePage: 'cp1252' };
  const state: State = {
    text: '',
    links: new Set(),
    group,
    stack: [],
    deeper: 0,
    bytes: [],
    toSkip: 0,
    documentCodePage: 'cp1252',
    fonts: new Map(),
    currentFont: 0,
    field: '',
  };
  token.lastIndex = Math.max(0, source.indexOf('{\\rtf'));
  for (let match = token.exec(source); match; match = token.exec(source)) step(state, match);
  flush(state);
  return { text: state.text, links: [...state.links] };
}
