/** Contains no personal data. */
export interface ErrorReport {
  source: 'server' | 'browser';
  name: string;
  code: string | null;
  message: string;
  frames: readonly string[];
  place: string | null;
}

const maxFrames = 30;
const maxMessage = 300;
const maxRead = 2000;
/** V8: `at name (file:1:2)`, `at file:1:2`; Firefox and Safari: `name@file:1:2`. */
const frameLine = /^\s*at\s\S.*$|^[^\s@]*@\S+:\d+:\d+$/;

/** Path inside the program: no host, no local folder, no query. */
const inProgram = (line: string) =>
  line
    .slice(0, maxRead)
    .replace(
      /(?:file:\/\/|https?:\/\/[^/\s)]+)?(?:\/[^\s():]+)*?\/((?:apps|packages|node_modules|assets|src)\/[^\s():?]+)(?:\?[^\s():]*)?/g,
      '$1',
    )
    .replace(/https?:\/\/[^\s)]*?(:\d+:\d+)/g, 'page$1')
    .trim();

/** Ends at a whole word: half an address would not be recognised as one. */
function beginningOf(message: string): string {
  if (message.length <= maxRead) return message;
  const beginning = message.slice(0, maxRead);
  return beginning.slice(0, beginning.search(/\s\S*$/) + 1);
}

export const withoutPersons = (message: string): string =>
  beginningOf(message)
    .replace(/[^\s<>()]*@[^\s<>()]+/g, '[e-mail]')
    .replace(/https?:\/\/\S+/g, '[address]')
    .replace(/"[^"]*"|`[^`]*`|'[^']*'|«[^»]*»|“[^”]*”/g, '[…]')
    // Truncated messages contain unterminated quotes.
    .replace(/["`«“].*$/gs, '[…]')
    .replace(/\+?\d[\d\s().-]{3,}\d|\d{4,}/g, '[number]')
    .slice(0, maxMessage);

export const placeOf = (path: string): string =>
  (path.split(/[?#]/)[0] ?? '')
    .split('/')
    .map((part) => (/^[a-z][a-z_-]{0,30}$|^v\d$|^$/.test(part) ? part : '{}'))
    .join('/');

const codeOf = (error: object): string | null => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : null;
};

export function reportOf(error: unknown, { source, path }: { source: ErrorReport['source']; path: string | undefined }): ErrorReport {
  const place = path === undefined ? null : placeOf(path);
  if (!(error instanceof Error)) return { source, name: typeof error, code: null, message: '', frames: [], place };
  const stack = error.stack ?? '';
  // Lines of the message can look like calls, so the frames start after the message.
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
