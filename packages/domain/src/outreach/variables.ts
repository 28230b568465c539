/** EDIT-044: variables that are known without being made. */
export const builtInVariables = [
  'FIRST_NAME',
  'LAST_NAME',
  'FULL_NAME',
  'POSITION',
  'COMPANY',
  'LOCATION',
  'VACANCY',
  'SENDER_NAME',
  'SENDER_EMAIL',
] as const;
export type BuiltInVariable = (typeof builtInVariables)[number];

/** EDIT-034: an upper-case name between double braces. */
const pattern = /\{\{([A-ZА-ЯЁ0-9_]{1,50})\}\}/gu;

export type VariableValues = Readonly<Record<string, string | null | undefined>>;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Names of the known variables that a text uses, in order of appearance, once each. */
export function usedVariables(text: string, known: readonly string[] = builtInVariables): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].filter((name) => known.includes(name));
}

/**
 * Fills variables in, once: a value that itself looks like a variable stays as it is (EDIT-035). Names that are not in `values` stay.
 * In `html` mode values are escaped, so that nobody's name becomes markup.
 */
export function fillVariables(text: string, values: VariableValues, mode: 'html' | 'text'): string {
  return text.replace(pattern, (whole, name: string) => {
    if (!(name in values)) return whole;
    const value = values[name] ?? '';
    return mode === 'html' ? escapeHtml(value) : value;
  });
}

/** Used variables that have no value for this person. */
export const emptyVariables = (text: string, values: VariableValues): string[] =>
  usedVariables(text, Object.keys(values)).filter((name) => !values[name]?.trim());
