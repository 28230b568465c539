import type { Language } from '@headwater/contract/errors';
import { formatNumber } from './format.ts';
import type { Texts } from './texts.ts';

export type Namespace = keyof Texts;
export type Namespaces = Namespace | readonly Namespace[];

export interface Catalogue {
  [key: string]: string | Catalogue;
}

/** `found_one` and `found_few` are one text: `found`. */
type Stem<K extends string> = K extends `${infer S}_${Intl.LDMLPluralRule}` ? S : K;
type Key<T> = { [K in keyof T & string]: T[K] extends string ? Stem<K> : `${K}.${Key<T[K]>}` }[keyof T & string];
type Group<T> = { [K in keyof T & string]: T[K] extends string ? never : K | `${K}.${Group<T[K]>}` }[keyof T & string];
type First<N extends Namespaces> = N extends readonly [infer F extends Namespace, ...unknown[]] ? F : N extends Namespace ? N : never;

/** `count` selects the plural; `defaultValue` replaces a missing text. */
interface Values {
  [part: string]: unknown;
  count?: number | undefined;
  defaultValue?: string;
}

interface Say<N extends Namespace> {
  (key: Key<Texts[N]>, values?: Values & { ns?: never }): string;
  <Other extends Namespace>(key: Key<Texts[Other]>, values: Values & { ns: Other }): string;
  group(key: Group<Texts[N]>): Readonly<Record<string, string>>;
  has(key: string): boolean;
}

/** Returns a text of the first namespace, or of `ns`. A missing text returns its key. */
export type TFunction<N extends Namespaces> = Say<First<N>>;

export interface Source {
  language: Language;
  find(namespace: string): Catalogue | undefined;
  always?: Readonly<Record<string, string>>;
}

/** Own properties only: a key may come from data. */
const lookUp = (catalogue: Catalogue | undefined, key: string): string | Catalogue | undefined =>
  key
    .split('.')
    .reduce<string | Catalogue | undefined>(
      (part, name) => (typeof part === 'object' && Object.hasOwn(part, name) ? part[name] : undefined),
      catalogue,
    );

const plurals = new Map<Language, Intl.PluralRules>();
function formOf(count: number, language: Language): Intl.LDMLPluralRule {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(count);
}

function partOf(name: string, values: Values, { language, always }: Source): string {
  const value = values[name] ?? always?.[name] ?? '';
  return name === 'count' && typeof value === 'number' ? formatNumber(value, language) : String(value);
}

export function createTranslator<N extends Namespaces>(source: Source, namespaces: N): TFunction<N> {
  const first = typeof namespaces === 'string' ? namespaces : (namespaces[0] ?? '');
  const find = (key: string, namespace = first) => lookUp(source.find(namespace), key);
  const say = (key: string, values: Values & { ns?: string } = {}): string => {
    const { count, ns, defaultValue = key } = values;
    const counted = typeof count === 'number' ? find(`${key}_${formOf(count, source.language)}`, ns) : undefined;
    const text = counted ?? find(key, ns);
    if (typeof text !== 'string') return defaultValue;
    return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => partOf(name, values, source));
  };
  return Object.assign(say, {
    group: (key: string) => find(key) ?? {},
    has: (key: string) => typeof find(key) === 'string',
  }) as unknown as TFunction<N>;
}
