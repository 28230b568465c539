import { builtInVariables, isBuiltIn, namesIn } from '@headwater/domain/outreach/variables';

/** A variable of a text being written: its fallback, or its value where it was made for the text. */
export interface DraftVariable {
  name: string;
  value: string;
  data: string[];
}

export const isKnownAmong =
  (variables: readonly DraftVariable[]) =>
  (name: string): boolean =>
    isBuiltIn(name) || variables.some((variable) => variable.name === name);

/** By name, what built-in variables are for one person; '' where nothing is known. */
export type KnownValues = Readonly<Record<string, string>>;

/** What a chip stands for: the person's value, else the fallback. Undefined for everything where nobody is meant yet. */
export const valueAmong =
  (values: KnownValues | undefined, variables: readonly DraftVariable[]) =>
  (name: string): string | undefined =>
    values && (!isBuiltIn(name) || Object.hasOwn(values, name))
      ? values[name]?.trim() || (variables.find((variable) => variable.name === name)?.value ?? '')
      : undefined;

/** Names to choose from: what comes with the product, and what was made for this text. */
export const namesToOffer = (variables: readonly DraftVariable[], { unsubscribe }: { unsubscribe: boolean }) => ({
  builtIn: builtInVariables.filter((name) => unsubscribe || name !== 'UNSUBSCRIBE'),
  own: variables.map(({ name }) => name).filter((name) => !isBuiltIn(name)),
});

/** Known of the sender and of the sending: they need no fallback. */
const alwaysKnown: readonly string[] = ['SENDER_NAME', 'SENDER_EMAIL', 'UNSUBSCRIBE'];

/** Variables whose value may be given: own ones, and built-in ones that the texts use or that have a value already. */
export function withValues(variables: readonly DraftVariable[], texts: readonly string[]): DraftVariable[] {
  const used = new Set(texts.flatMap(namesIn));
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const builtIn = builtInVariables.filter((name) => !alwaysKnown.includes(name) && (used.has(name) || byName.has(name)));
  return [...builtIn.map((name) => byName.get(name) ?? { name, value: '', data: [] }), ...variables.filter(({ name }) => !isBuiltIn(name))];
}

/** The variables with one of them changed; a built-in one without a fallback needs no entry. */
export function changeVariable(variables: readonly DraftVariable[], changed: DraftVariable): DraftVariable[] {
  const others = variables.filter(({ name }) => name !== changed.name);
  if (isBuiltIn(changed.name)) return changed.value === '' ? others : [...others, changed];
  return variables.map((one) => (one.name === changed.name ? changed : one));
}

/** A text cut at its variables, in their order. */
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
