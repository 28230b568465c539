export const currencies = [
  'USD',
  'EUR',
  'RUB',
  'GBP',
  'CHF',
  'PLN',
  'KZT',
  'BYN',
  'GEL',
  'AMD',
  'UZS',
  'RSD',
  'TRY',
  'AED',
  'ILS',
  'INR',
] as const;
export type Currency = (typeof currencies)[number];

export const maxSalary = 1_000_000_000;
export const maxHeadcount = 999;
