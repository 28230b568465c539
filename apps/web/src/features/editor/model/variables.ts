import { builtInVariables, isBuiltIn, namesIn } from '@headwater/domain/outreach/variables';

export interface DraftVariable {
  name: string;
  value: string;
  data: string[];
}

export const isKnownAmong =
  (variables: readonly DraftVariable[]) =>
  (name: string): boolean =>
    isBuiltIn(name) || variables.some((variable) => variable.name === name);

/** Values of built-in variables for one recipient, by name; '' if unknown. */
export type KnownValues = Readonly<Record<string, string>>;

export const valueAmong =
  (values: KnownValues | undefined, variables: readonly DraftVariable[]) =>
  (name: string): string | undefined =>
    values && (!isBuiltIn(name) || Object.hasOwn(values, name))
      ? values[name]?.trim() || (variables.find((variable) => variable.name === name)?.value ?? '')
      : undefined;

export const namesToOffer = (variables: readonly DraftVariable[], { unsubscribe }: { unsubscribe: boolean }) => ({
  builtIn: builtInVariables.filter((name) => unsubscribe || name !== 'UNSUBSCRIBE'),
  own: variables.map(({ name }) => name).filter((name) => !isBuiltIn(name)),
});

/** Always known from the sender, so they need no fallback. */
export const senderVariables: readonly string[] = ['SENDER_NAME', 'SENDER_EMAIL', 'UNSUBSCRIBE'];

/** Returns the custom variables, and the built-in ones that the texts use or that have a value. */
export function withValues(variables: readonly DraftVariable[], texts: readonly string[]): DraftVariable[] {
  const used = new Set(texts.flatMap(namesIn));
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const builtIn = builtInVariables.filter((name) => !senderVariables.includes(name) && (used.has(name) || byName.has(name)));
  return [...builtIn.map((name) => byName.get(name) ?? { name, value: '', data: [] }), ...variables.filter(({ name }) => !isBuiltIn(name))];
}

export function changeVariable(variables: readonly DraftVariable[], changed: DraftVariable): DraftVariable[] {
  const others = variables.filter(({ name }) => name !== changed.name);
  if (isBuiltIn(changed.name)) return changed.value === '' ? others : [...others, changed];
  return variables.map((one) => (one.name === changed.name ? changed : one));
}

export function textParts(text: string): { text: string; variable?: string }[] {
  const names = new Set(namesIn(text));
  const partOf = (part: string) => {
    const name = part.slice(2, -2);
    return part.startsWith('{{') && names.has(name) ? { text: part, variable: name } : { text: part };
  };
  return text
    .split(/(\{\{[^{}]+\}\})/)
    .filter((part) => part !== '')
    .map(partOf);
}
