/** EEA, United Kingdom and Switzerland. */
const protecting = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB CH'.split(' '));

/** FLT-006 */
export const isProtectingCountry = (code: string): boolean => protecting.has(code.toUpperCase());
