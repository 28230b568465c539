/** Labels without an encoding, though some decoders read them as Western European. */
const empty = /^(?:usascii|ascii|isoir6|ansix341968|xuserdefined|none|null|8bit|7bit|binary|default\w*|x?unknown\w*)$/;

const misspelled: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/^(?:unicode11)?(?:utf|uft|ut|uf|tf)0?8(?!\d)/, () => 'utf-8'],
  [/^(?:x|cs|ms)?(?:windows|window|wind|win|cp|ansi|ms|microsoft|wincp|windowscp)?(125[0-8])(?!\d)/, ([, page = '']) => `windows-${page}`],
  [/^(?:cs)?koi8?u/, () => 'koi8-u'],
  [/^(?:cs)?koi8/, () => 'koi8-r'],
  [/^(?:cs|x)?(?:iso)?8859(1[0-6]|[1-9])(?!\d)/, ([, part = '']) => `iso-8859-${part}`],
  [/^(?:iso)?latin([1-6])$/, ([, part = '']) => `latin${part}`],
  [/^(?:cs|x)?(?:ibm|dos|cp|oem)?866$/, () => 'ibm866'],
  [/^x?mac(?:intosh)?cyr/, () => 'x-mac-cyrillic'],
  [/^(?:x|cs)?(?:shiftjis|sjis|mskanji|windows31j|(?:cp|ms|windows)932)/, () => 'shift_jis'],
  [/^(?:x|cs)?euc(jp|kr)/, ([, language = '']) => `euc-${language}`],
  [/^(?:cs)?iso2022jp/, () => 'iso-2022-jp'],
  [/^(?:uhc|ksc?5601|(?:cp|ms|windows)949)/, () => 'euc-kr'],
  [/^(?:x|cs)?(?:gb2312|gbk|gb18030|(?:cp|ms|windows)936)/, () => 'gb18030'],
  [/^(?:x|cs)?(?:big5|(?:cp|ms|windows)950)/, () => 'big5'],
  [/^(?:tis620|(?:cp|ms|windows)874)/, () => 'windows-874'],
];

function isDecodable(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** Accepts misspelled labels and labels with trailing text ("utf8mb4", "utf-8; format=flowed"). */
export function knownCharset(label: string): string | undefined {
  const bare = label.toLowerCase().replace(/^\s*(?:charset\s*=\s*)?["']?/, '');
  const [first = ''] = bare.split(/[;,"'\s]/, 1);
  const squeezed = bare.split(/[;,"']/, 1)[0]?.replaceAll(/[^a-z0-9]/g, '') ?? '';
  if (empty.test(squeezed)) return undefined;
  if (isDecodable(first)) return first;
  for (const [pattern, nameOf] of misspelled) {
    const found = pattern.exec(squeezed);
    if (found) return nameOf(found);
  }
  return undefined;
}

/** All quantifiers are bounded, so that repeated starts of a field take linear time. */
const contentType = /^content-type:[^\r\n]{0,998}(?:\r?\n[ \t][^\r\n]{0,998}){0,20}/gim;
const charsetParameter = /(;\s{0,80}charset)\*?\s{0,9}=\s{0,9}("[^"\r\n]{0,200}"?|[^;\s"]{0,200})/i;
/** RFC 2231: charset and language before a value. */
const extended = /^"?[\w.-]{0,40}'[\w.-]{0,40}'(?=.)/;
const encodedWord = /(?<==\?)([^?\s*]{1,60})(?=(?:\*[^?\s]{0,20})?\?[bq]\?)/gi;

export type Assumed = 'utf-8' | 'windows-1251';

function namesOf(assumed: Assumed) {
  const names = new Map<string, string | undefined>();
  const known = (label: string): string | undefined => {
    if (!names.has(label)) names.set(label, knownCharset(label));
    return names.get(label);
  };
  const read = { hasUnknown: false };
  const name = (label: string): string => {
    const found = known(label);
    read.hasUnknown ||= found === undefined;
    return found ?? assumed;
  };
  return { name, read };
}

/**
 * Overwrites misspelled labels, and uses `assumed` for unknown ones. `hasUnknown`: something was
 * assumed, also for a part without a label.
 */
export function withCharsets(raw: Uint8Array, assumed: Assumed): { bytes: Uint8Array; hasUnknown: boolean } {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  const { name, read } = namesOf(assumed);
  const relabel = (field: string, at: number): string => {
    const isCut = !/^[\r\n]?$/.test(text.charAt(at + field.length));
    if (isCut || !/^content-type:\s{0,80}(?:text\b|;|$)/i.test(field)) return field;
    if (!charsetParameter.test(field)) return `${field}; charset=${name('')}`;
    return field.replace(charsetParameter, (_, before: string, label: string) => {
      const flow = /format\s?=\s?"?flowed/i.test(label) ? '; format=flowed' : '';
      return `${before}=${name(label.replace(extended, ''))}${flow}`;
    });
  };
  const named = text.replaceAll(contentType, relabel).replaceAll(encodedWord, (label) => name(label));
  return { bytes: named === text ? raw : Buffer.from(named, 'latin1'), hasUnknown: read.hasUnknown };
}
