/** What is told of a defect: where it happened in the program, and nothing of whom it happened to. */
export interface ErrorReport {
  source: 'server' | 'browser';
  /** Class of the error. */
  name: string;
  /** Code of the operating system or the database, where there is one. */
  code: string | null;
  /** The message without what may be somebody's: addresses, quoted words and numbers. */
  message: string;
  /** Innermost call first. */
  frames: readonly string[];
  /** Path of the call or the screen with its ids and keys left out. */
  place: string | null;
}

const maxFrames = 30;
const maxMessage = 300;
/** Longer ones hold what somebody sent, and would be read for as long as they like. */
const maxRead = 2000;
/** `at name (file:1:2)` and `at file:1:2`; of Firefox and Safari `name@file:1:2`. */
const frameLine = /^\s*at\s\S.*$|^[^\s@]*@\S+:\d+:\d+$/;

/** Only the part of an address that the program itself has: no host, no folder of a machine, no query. */
const inProgram = (line: string) =>
  line
    .slice(0, maxRead)
    .replace(
      /(?:file:\/\/|https?:\/\/[^/\s)]+)?(?:\/[^\s():]+)*?\/((?:apps|packages|node_modules|assets|src)\/[^\s():?]+)(?:\?[^\s():]*)?/g,
      '$1',
    )
    .replace(/https?:\/\/[^\s)]*?(:\d+:\d+)/g, 'page$1')
    .trim();

/** The beginning of a message up to its last whole word: half an address would not be known as one. */
function beginningOf(message: string): string {
  if (message.length <= maxRead) return message;
  const beginning = message.slice(0, maxRead);
  return beginning.slice(0, beginning.search(/\s\S*$/) + 1);
}

/** Takes out of a message what may name somebody. */
export const withoutPersons = (message: string): string =>
  beginningOf(message)
    .replace(/[^\s<>()]*@[^\s<>()]+/g, '[e-mail]')
    .replace(/https?:\/\/\S+/g, '[address]')
    .replace(/"[^"]*"|`[^`]*`|'[^']*'|«[^»]*»|“[^”]*”/g, '[…]')
    // A quote that does not end, as messages are cut.
    .replace(/["`«“].*$/gs, '[…]')
    .replace(/\+?\d[\d\s().-]{3,}\d|\d{4,}/g, '[number]')
    .slice(0, maxMessage);

/** The path without what stands for somebody or opens something: ids, keys, names. */
export const placeOf = (path: string): string =>
  (path.split(/[?#]/)[0] ?? '')
    .split('/')
    .map((part) => (/^[a-z][a-z_-]{0,30}$|^v\d$|^$/.test(part) ? part : '{}'))
    .join('/');

const codeOf = (error: object): string | null => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : null;
};

/** Describes whatever was thrown; never throws itself. */
export function reportOf(error: unknown, { source, path }: { source: ErrorReport['source']; path: string | undefined }): ErrorReport {
  const place = path === undefined ? null : placeOf(path);
  if (!(error instanceof Error)) return { source, name: typeof error, code: null, message: '', frames: [], place };
  const stack = error.stack ?? '';
  // Lines of the message may look like calls. Where the message was changed later, its lines are what is left over before the calls.
  const head = stack.indexOf(error.message);
  const lines = (head < 0 ? stack : stack.slice(head + error.message.length)).split('\n');
  const firstFrame = lines.findLastIndex((line) => !frameLine.test(line) && line.trim() !== '') + 1;
  const frames = lines.slice(firstFrame).filter((line) => frameLine.test(line));
  return {
    source,
    name: /^\w{1,60}$/.test(error.name) ? error.name : 'Error',
    code: codeOf(error),
    message: withoutPersons(error.message),
    frames: frames.slice(0, maxFrames).map(inProgram),
    place,
  };
}
