import type { ProfileInput } from '@headwater/contract/profile-data';

const currencies: readonly (readonly [RegExp, string])[] = [
  [/₽|руб|rub\b|rur\b|\bр\.|(?<!\p{L})р(?!\p{L})/iu, 'RUB'],
  [/€|eur|евро/i, 'EUR'],
  [/£|gbp/i, 'GBP'],
  [/₸|kzt|тенге/i, 'KZT'],
  [/₴|uah|грн/i, 'UAH'],
  [/byn|бел\.? ?руб/i, 'BYN'],
  [/₹|inr/i, 'INR'],
  [/zł|pln/i, 'PLN'],
  [/chf/i, 'CHF'],
  [/\$|usd|долл/i, 'USD'],
];
const thousand = /\d\s*(?:k|к|тыс\.?|т\.?\s?р)(?![\p{L}\d])/iu;
const number = /\d{1,3}(?:[\s.,'’\u00A0\u202F]\d{3})+(?!\d)|\d+(?:[.,]\d{1,2})?/;

/** The lower end of a range. The currency is in the cell or in the header. */
export function readSalary(text: string, header: string): NonNullable<ProfileInput['salary']> | 'salary' | 'salary_currency' {
  const found = number.exec(text.slice(0, 100))?.[0];
  if (!found) return 'salary';
  const isGrouped = /[\s.,'’\u00A0\u202F]\d{3}/.test(found);
  const plain = Number(isGrouped ? found.replaceAll(/\D/g, '') : found.replace(',', '.'));
  const amount = plain * (thousand.test(text) ? 1000 : 1);
  const currency = [text, header].map((one) => currencies.find(([pattern]) => pattern.test(one))?.[1]).find(Boolean);
  if (!(amount > 0 && amount < 1e12)) return 'salary';
  return currency ? { amount, currency } : 'salary_currency';
}
