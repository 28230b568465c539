const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LOCAL_PART_IN_ANY_SCRIPT = /^[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A link to an address may bring a subject and a text along. */
const MAX_PASTE = 10_000;

/**
 * An address as it is kept and written to: `mailto:`, angle brackets and stray punctuation of a paste are taken off,
 * the domain is lower case and in its ASCII form. The local part keeps its letters' case: RFC 5321 leaves it to the receiver.
 * @returns null for what no mail server would take (RFC 5321 lengths; quoted local parts and address literals are not accepted)
 */
export const normaliseAddress = (text: string): string | null => readAddress(text, LOCAL_PART);

/**
 * An address as people are known by it: as above, and also one whose local part is in letters that we cannot write to; these in lower case.
 * @returns null for what is no address
 */
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

/** Without the punctuation that stood around it. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && /[>)"',;.\s]/.test(text[end - 1] as string)) end -= 1;
  return text.slice(0, end).replace(/^[<("'\s]+/, '');
}

function asciiDomain(domain: string): string | null {
  // A control character, a slash or a port would be taken by URL for something other than the name.
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

/** Display names take one line: breaks and control characters become spaces, so that no header can be begun inside one. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
