import type { ColumnType } from '@headwater/domain/profiles/enrichment';

const email = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,63}$/;
const telegram = /^(?:@|(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/)\w{4,32}\/?$/i;
const link = /^(?:https?:\/\/|www\.)[^\s]+\.[^\s]+$|^(?:[\w-]+\.){1,3}[a-z]{2,10}\/\S+$/i;
const date = /^\d{4}[-./]\d{1,2}[-./]\d{1,2}|^\d{1,2}[-./]\d{1,2}[-./]\d{4}/;

function isPhone(value: string): boolean {
  if (!/^\+?[\d\s().-]{7,25}$/.test(value) || date.test(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  // A short number without a plus may be a count.
  return value.startsWith('+') ? digits >= 7 && digits <= 15 : digits >= 10 && digits <= 12;
}

const fits: Readonly<Record<Exclude<ColumnType, 'ignore'>, (value: string) => boolean>> = {
  email: (value) => email.test(value),
  telegram: (value) => telegram.test(value),
  phone: isPhone,
  link: (value) => link.test(value) && !telegram.test(value),
};

const titles: readonly (readonly [ColumnType, RegExp, RegExp])[] = [
  ['telegram', /telegram|телеграм|^tg$/i, /^@?[a-z]\w{3,31}$/i],
  ['phone', /phone|mobile|телефон|моб/i, /^\+?[\d\s().-]{6,25}$/],
];

/** Below 1, as the first line may be a title. */
const most = 0.6;

const share = (isOne: (value: string) => boolean, among: readonly string[]) => among.filter(isOne).length / Math.max(1, among.length);

export function guessType(values: readonly string[]): ColumnType {
  const shown = values.map((value) => value.trim()).filter((value) => value !== '' && value.length <= 255);
  const [first = '', ...rest] = shown;
  for (const type of ['email', 'telegram', 'phone', 'link'] as const) {
    const isOne = fits[type];
    if (share(isOne, isOne(first) || rest.length === 0 ? shown : rest) >= most) return type;
  }
  const titled = titles.find(([, title, value]) => title.test(first) && rest.length > 0 && share((one) => value.test(one), rest) >= most);
  return titled?.[0] ?? 'ignore';
}

const isValue = (cell: string) => Object.values(fits).some((isOne) => isOne(cell));
const title = /^(?!(?:\D*\d){3})[^@/]*\p{L}[^@/]*$/u;

/** A title row has plain words above the contacts of the second row. */
export function isTitleRow(first: readonly string[], second: readonly string[]): boolean {
  const above = second.flatMap((cell, index) => (isValue(cell.trim()) ? [(first[index] ?? '').trim()] : []));
  return above.length > 0 && above.every((cell) => title.test(cell) && !isValue(cell));
}
