/** The European Economic Area, the United Kingdom and Switzerland: there people may not be chosen by age, gender or origin. */
const protecting = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB CH'.split(' '));

/** FLT-006: filters of age, gender and origin are not offered there, and the age of who lives there is not shown to anybody. */
export const isProtectingCountry = (code: string): boolean => protecting.has(code.toUpperCase());
