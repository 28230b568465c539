import type { Bearing } from './bearing.ts';

const ascending = '01234567890123456789';
const descending = '98765432109876543210';

/**
 * "0000000000", "+7 123 456-78-90". Real numbers end on up to eight equal digits: "+7 912
 * 777-77-77".
 */
function isInvented(digits: string): boolean {
  const tail = digits.slice(-Math.max(7, Math.min(10, digits.length - 1)));
  return /^(\d)\1+$/.test(tail) || ascending.includes(tail) || descending.includes(tail) || /0{7}$|(\d)\1{8}$/.test(digits);
}

/** Never `personal`: colleagues share numbers, so a number alone identifies no person. */
export const phoneBearing = (digits: string): Exclude<Bearing, 'personal' | 'uncertain'> =>
  digits.length < 7 || isInvented(digits) ? 'placeholder' : 'shared';
