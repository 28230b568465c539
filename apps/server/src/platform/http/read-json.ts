import { AppError } from '#platform/errors.ts';

/** The longest list that the contract takes is that of 50,000 people to leave out of a search. */
const maxValues = 60_000;
const maxDepth = 64;

const code = (sign: string) => sign.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')];

/** The index of the quotation mark that ends a text, or the length of the bytes. */
function endOfText(bytes: Buffer, begin: number): number {
  let at = begin;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/**
 * False for JSON with so many values, or so deep, that making objects of it would take noticeable time. Looks at each byte once, and stops where it
 * is too much. In UTF-8 no byte of another character looks like one of these signs.
 */
function isBounded(bytes: Buffer): boolean {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign === quote) at = endOfText(bytes, at + 1);
    else if (sign === comma) values += 1;
    else if (sign === closeList || sign === closeObject) depth -= 1;
    else if (sign === openList || sign === openObject) {
      values += 1;
      depth += 1;
    }
    if (values > maxValues || depth > maxDepth) return false;
  }
  return true;
}

/** Reads UTF-8 and JSON to the letter. Throws AppError for what is neither, and for more values than anything that the contract takes. */
export function readJson(bytes: Buffer): unknown {
  if (!isBounded(bytes)) throw new AppError('too_many_values');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('not_json');
  }
}
