import { escapeHtml } from '../escape-html.ts';
/** EDIT-044 */
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

/** EDIT-038 */
export const maxVariableName = 50;
// EDIT-037: includes all Cyrillic alphabets.
const nameSign = '(?:[A-Z0-9_]|(?=\\p{Lu})\\p{Script=Cyrillic})';
const wholeName = new RegExp(`^${nameSign}+$`, 'u');
/** EDIT-034 */
const pattern = new RegExp(`\\{\\{(${nameSign}{1,${maxVariableName}})\\}\\}`, 'gu');

export type VariableValues = Readonly<Record<string, string | null | undefined>>;

export const isBuiltIn = (name: string): name is BuiltInVariable => (builtInVariables as readonly string[]).includes(name);

/** EDIT-036 */
export const variableName = (typed: string): string => typed.trim().toUpperCase();

/** EDIT-037 to EDIT-039: expects the result of `variableName`. */
export function variableNameProblem(name: string): 'empty' | 'signs' | 'long' | undefined {
  if (name === '') return 'empty';
  if (!wholeName.test(name)) return 'signs';
  return [...name].length > maxVariableName ? 'long' : undefined;
}

export const namesIn = (text: string): string[] => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];

/** EDIT-035 */
export const usedVariables = (text: string, known: readonly string[] = builtInVariables): string[] =>
  namesIn(text).filter((name) => known.includes(name));

const linkOrVariable = new RegExp(`(?<=\\shref=")[^"]+(?=")|${pattern.source}`, 'giu');

const addressPart = (value: string) => encodeURIComponent(value).replaceAll('%40', '@');

const fillIn = (text: string, values: VariableValues, written: (value: string, at: number) => string): string =>
  text.replace(pattern, (whole, name: string, at: number) => (Object.hasOwn(values, name) ? written(values[name] ?? '', at) : whole));

/** Encodes values inside link addresses. `inText` gives the replacement elsewhere. */
export const fillLinks = (html: string, values: VariableValues, inText: (name: string) => string): string =>
  html.replace(linkOrVariable, (part, name?: string) => {
    if (name === undefined) return fillIn(part, values, (value, at) => escapeHtml(at > 0 ? addressPart(value) : value));
    return Object.hasOwn(values, name) ? inText(name) : part;
  });

export const namesInLinks = (html: string): string[] => [
  ...new Set([...html.matchAll(linkOrVariable)].flatMap(([part, name]) => (name === undefined ? namesIn(part) : []))),
];

/** EDIT-035: replaces once. `html` mode escapes values and encodes them inside link addresses. */
export const fillVariables = (text: string, values: VariableValues, mode: 'html' | 'text'): string =>
  mode === 'text' ? fillIn(text, values, (value) => value) : fillLinks(text, values, (name) => escapeHtml(values[name] ?? ''));

export const emptyVariables = (text: string, values: VariableValues): string[] =>
  usedVariables(text, Object.keys(values)).filter((name) => !values[name]?.trim());

export interface CustomVariable {
  name: string;
  value: string;
  data: readonly string[];
}

/** EDIT-040 to EDIT-042 */
export interface MailingVariable extends CustomVariable {
  id: 'custom' | 'template';
  path: string;
  used: boolean;
}

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

export function withFallbacks(values: VariableValues, custom: readonly Pick<CustomVariable, 'name' | 'value'>[]): VariableValues {
  const filled = new Map(Object.entries(values));
  for (const { name, value } of custom) if (!filled.get(name)?.trim()) filled.set(name, value);
  return Object.fromEntries(filled);
}
