import { AppError } from '#platform/errors.ts';

/** The longest list of the contract has 50,000 profiles to exclude from a search. */
const maxValues = 60_000;
const maxDepth = 64;

const code = (sign: string) => sign.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')];

function endOfText(bytes: Buffer, begin: number): number {
  let at = begin;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Checks bytes before objects are created: UTF-8 uses no ASCII bytes in other characters. */
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

/** Throws AppError for invalid UTF-8 or JSON, and for too many values. */
export function readJson(bytes: Buffer): unknown {
  if (!isBounded(bytes)) throw new AppError('too_many_values');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('not_json');
  }
}
