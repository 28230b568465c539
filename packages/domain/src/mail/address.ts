const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LOCAL_PART_IN_ANY_SCRIPT = /^[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const MAX_PASTE = 10_000;

/**
 * Form for storing and sending: ASCII domain, local part in its case (RFC 5321); null if invalid.
 */
export const normaliseAddress = (text: string): string | null => readAddress(text, LOCAL_PART);

/** Form that identifies a person. Also accepts non-ASCII local parts that we cannot send to. */
export const knownAddress = (text: string): string | null =>
  normaliseAddress(text) ?? readAddress(text.normalize('NFC'), LOCAL_PART_IN_ANY_SCRIPT)?.toLowerCase() ?? null;

function readAddress(text: string, localPart: RegExp): string | null {
  if (text.length > MAX_PASTE) return null;
  const pasted = text
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/s, '');
  const bare = trimmed(pasted);
  const at = bare.lastIndexOf('@');
  if (at < 1) return null;
  const local = bare.slice(0, at);
  const domain = asciiDomain(bare.slice(at + 1));
  if (domain === null || local.length > 64 || !localPart.test(local)) return null;
  const address = `${local}@${domain}`;
  return address.length <= 254 ? address : null;
}

function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && /[>)"',;.\s]/.test(text[end - 1] as string)) end -= 1;
  return text.slice(0, end).replace(/^[<("'\s]+/, '');
}

function asciiDomain(domain: string): string | null {
  // URL would read a control character, a slash or a port as something else.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null;
  let host: string;
  try {
    host = new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(top) ? host : null;
}

/** Line breaks could inject a header. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
