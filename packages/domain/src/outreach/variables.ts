import { escapeHtml } from '../escape-html.ts';
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
  'UNSUBSCRIBE',
] as const;
export type BuiltInVariable = (typeof builtInVariables)[number];

/** EDIT-038. */
export const maxVariableName = 50;
// EDIT-037. Upper-case Cyrillic of all its alphabets, not of Russian alone.
const nameSign = '(?:[A-Z0-9_]|(?=\\p{Lu})\\p{Script=Cyrillic})';
const wholeName = new RegExp(`^${nameSign}+$`, 'u');
/** EDIT-034: an upper-case name between double braces. */
const pattern = new RegExp(`\\{\\{(${nameSign}{1,${maxVariableName}})\\}\\}`, 'gu');

export type VariableValues = Readonly<Record<string, string | null | undefined>>;

export const isBuiltIn = (name: string): name is BuiltInVariable => (builtInVariables as readonly string[]).includes(name);

/** EDIT-036: a name as it is kept, whatever was typed. */
export const variableName = (typed: string): string => typed.trim().toUpperCase();

/** What is wrong with a name, after `variableName`; undefined for a good one (EDIT-037 to EDIT-039). */
export function variableNameProblem(name: string): 'empty' | 'signs' | 'long' | undefined {
  if (name === '') return 'empty';
  if (!wholeName.test(name)) return 'signs';
  return [...name].length > maxVariableName ? 'long' : undefined;
}

/** All names between double braces, known or not, in order of appearance, once each. */
export const namesIn = (text: string): string[] => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];

/** Names of the known variables that a text uses, in order of appearance, once each (EDIT-035). */
export const usedVariables = (text: string, known: readonly string[] = builtInVariables): string[] =>
  namesIn(text).filter((name) => known.includes(name));

/** An address of a link, or a variable. */
const linkOrVariable = new RegExp(`(?<=\\shref=")[^"]+(?=")|${pattern.source}`, 'giu');

/** As a part of an address, where a space or a quotation mark would end it. */
const addressPart = (value: string) => encodeURIComponent(value).replaceAll('%40', '@');

const fillIn = (text: string, values: VariableValues, written: (value: string, at: number) => string): string =>
  text.replace(pattern, (whole, name: string, at: number) => (Object.hasOwn(values, name) ? written(values[name] ?? '', at) : whole));

/**
 * Html with variables filled in where they stand in the address of a link, behind whose beginning they are made part of it; in place of any other one
 * that is known stands what `inText` says.
 */
export const fillLinks = (html: string, values: VariableValues, inText: (name: string) => string): string =>
  html.replace(linkOrVariable, (part, name?: string) => {
    if (name === undefined) return fillIn(part, values, (value, at) => escapeHtml(at > 0 ? addressPart(value) : value));
    return Object.hasOwn(values, name) ? inText(name) : part;
  });

/** Names of the variables that stand in addresses of links. */
export const namesInLinks = (html: string): string[] => [
  ...new Set([...html.matchAll(linkOrVariable)].flatMap(([part, name]) => (name === undefined ? namesIn(part) : []))),
];

/**
 * Fills variables in, once: a value that itself looks like a variable stays as it is (EDIT-035). Names that are not in `values` stay.
 * In `html` mode values are escaped, so that nobody's name becomes markup; in the address of a link, behind its beginning, they are made part of it.
 */
export const fillVariables = (text: string, values: VariableValues, mode: 'html' | 'text'): string =>
  mode === 'text' ? fillIn(text, values, (value) => value) : fillLinks(text, values, (name) => escapeHtml(values[name] ?? ''));

/** Used variables that have no value for this person. */
export const emptyVariables = (text: string, values: VariableValues): string[] =>
  usedVariables(text, Object.keys(values)).filter((name) => !values[name]?.trim());

/** A variable with the value that stands in where a person has none: made for the text, or a built-in one given a fallback. */
export interface CustomVariable {
  name: string;
  value: string;
  /** Values to choose from. */
  data: readonly string[];
}

/** EDIT-040 to EDIT-042. */
export interface MailingVariable extends CustomVariable {
  id: 'custom' | 'template';
  path: string;
  used: boolean;
}

/** Every variable that a text may use, built-in ones first, each with its fallback and whether one of the texts uses it. */
export function mailingVariables(custom: readonly CustomVariable[], texts: readonly string[] = []): MailingVariable[] {
  const used = new Set(texts.flatMap(namesIn));
  const byName = new Map(custom.map((variable) => [variable.name, variable]));
  const own = custom.filter(({ name }) => !isBuiltIn(name)).map(({ name }) => name);
  return [...builtInVariables, ...own].map((name) => ({
    id: isBuiltIn(name) ? 'template' : 'custom',
    name,
    path: name.toLowerCase(),
    value: byName.get(name)?.value ?? '',
    data: byName.get(name)?.data ?? [],
    used: used.has(name),
  }));
}

/** The values with the fallbacks where a person has none, and the variables that were made for this text. */
export function withFallbacks(values: VariableValues, custom: readonly Pick<CustomVariable, 'name' | 'value'>[]): VariableValues {
  const filled = new Map(Object.entries(values));
  for (const { name, value } of custom) if (!filled.get(name)?.trim()) filled.set(name, value);
  return Object.fromEntries(filled);
}
