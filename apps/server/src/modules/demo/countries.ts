/** `x` in a phone mask is a digit. */
export interface Home {
  country: string;
  weight: number;
  /** Country code for names; Russian speakers use RU. */
  names: string;
  language: string;
  phones: readonly string[];
  /** Monthly pay on the regular level, and its currency. */
  pay: readonly [number, string];
}

// +7 5xx is unassigned. Reserved for fiction: 555-0100 to 0199 (North America), 07700 900
// (Ofcom), 030 23125 (Bundesnetzagentur), 06 39 98 (Arcep) and 070-1740605 to 699 (PTS).
const russian = ['+7 (555) xxx-xx-xx'];
const american = [
  '+1 (212) 555-01xx',
  '+1 (415) 555-01xx',
  '+1 (312) 555-01xx',
  '+1 (617) 555-01xx',
  '+1 (206) 555-01xx',
  '+1 (512) 555-01xx',
];

export const homes: readonly Home[] = [
  { country: 'RU', weight: 38, names: 'RU', language: 'ru', phones: russian, pay: [140_000, 'RUB'] },
  { country: 'KZ', weight: 1.6, names: 'RU', language: 'ru', phones: russian, pay: [700_000, 'KZT'] },
  { country: 'BY', weight: 1.8, names: 'RU', language: 'ru', phones: russian, pay: [3_500, 'BYN'] },
  { country: 'RS', weight: 0.8, names: 'RU', language: 'ru', phones: russian, pay: [2_500, 'EUR'] },
  { country: 'GE', weight: 0.7, names: 'RU', language: 'ru', phones: russian, pay: [2_300, 'USD'] },
  { country: 'AM', weight: 0.6, names: 'RU', language: 'ru', phones: russian, pay: [2_300, 'USD'] },
  { country: 'CY', weight: 0.5, names: 'RU', language: 'ru', phones: russian, pay: [3_800, 'EUR'] },
  { country: 'AE', weight: 0.4, names: 'RU', language: 'ru', phones: russian, pay: [4_500, 'USD'] },
  { country: 'IL', weight: 0.6, names: 'RU', language: 'ru', phones: russian, pay: [16_000, 'ILS'] },
  { country: 'US', weight: 16, names: 'US', language: 'en', phones: american, pay: [7_000, 'USD'] },
  { country: 'CA', weight: 2.2, names: 'US', language: 'en', phones: ['+1 (416) 555-01xx', '+1 (604) 555-01xx'], pay: [6_200, 'CAD'] },
  { country: 'GB', weight: 5, names: 'US', language: 'en', phones: ['+44 7700 900xxx', '+44 20 7946 0xxx'], pay: [3_900, 'GBP'] },
  { country: 'DE', weight: 5, names: 'DE', language: 'de', phones: ['+49 30 23125xxx', '+49 40 66969xxx'], pay: [4_700, 'EUR'] },
  { country: 'FR', weight: 3, names: 'FR', language: 'fr', phones: ['+33 6 39 98 xx xx', '+33 1 99 00 xx xx'], pay: [3_800, 'EUR'] },
  { country: 'SE', weight: 1, names: 'SE', language: 'sv', phones: ['+46 70 174 06 xx'], pay: [42_000, 'SEK'] },
  { country: 'ES', weight: 2.2, names: 'ES', language: 'es', phones: [], pay: [2_900, 'EUR'] },
  { country: 'IT', weight: 2, names: 'IT', language: 'it', phones: [], pay: [2_800, 'EUR'] },
  { country: 'PL', weight: 3, names: 'PL', language: 'pl', phones: [], pay: [11_000, 'PLN'] },
  { country: 'NL', weight: 1.5, names: 'NL', language: 'nl', phones: [], pay: [4_500, 'EUR'] },
  { country: 'PT', weight: 0.9, names: 'PT', language: 'pt', phones: [], pay: [2_300, 'EUR'] },
  { country: 'RO', weight: 1, names: 'RO', language: 'ro', phones: [], pay: [9_000, 'RON'] },
  { country: 'TR', weight: 1.4, names: 'TR', language: 'tr', phones: [], pay: [70_000, 'TRY'] },
  { country: 'IN', weight: 8, names: 'IN', language: 'hi', phones: [], pay: [120_000, 'INR'] },
  { country: 'BR', weight: 2, names: 'BR', language: 'pt', phones: [], pay: [9_000, 'BRL'] },
  { country: 'MX', weight: 1, names: 'MX', language: 'es', phones: [], pay: [38_000, 'MXN'] },
];
