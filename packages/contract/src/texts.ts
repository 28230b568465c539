export type Language = 'en' | 'ru';
export type TextParts = Readonly<Record<string, string | number>>;

interface TextTree {
  readonly [name: string]: string | TextTree;
}

/** Plural forms of English and Russian. `_other` is required. */
type PluralForm = 'one' | 'few' | 'many' | 'other';
type Single<Name extends string, Tree> = Name extends `${infer Base}_${PluralForm}`
  ? `${Base}_other` extends keyof Tree
    ? Base
    : Name
  : Name;

export type TextKey<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Single<Name, Tree> : `${Name}.${TextKey<Tree[Name]>}`;
}[keyof Tree & string];

export type ReadText<Key extends string> = (key: Key, language: Language, parts?: TextParts) => string;

const flatten = (tree: TextTree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, text]) =>
    typeof text === 'string' ? [[before + name, text] as [string, string]] : flatten(text, `${before}${name}.`),
  );

function reader(tree: TextTree, language: Language): (key: string, parts: TextParts) => string {
  const texts = new Map(flatten(tree));
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const say = (part: string | number) => (typeof part === 'number' ? numbers.format(part) : part);
  const find = (key: string, count: unknown) =>
    texts.get(key) ??
    (typeof count === 'number' ? texts.get(`${key}_${rules.select(count)}`) : undefined) ??
    texts.get(`${key}_other`) ??
    key;
  return (key, parts) => find(key, parts['count']).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => say(parts[name] ?? whole));
}

/**
 * Reads en.json and ru.json of a folder. `count` selects the plural form `_one`, `_few`, `_many` or
 * `_other`; a gate compares the languages.
 */
export function readTexts<Tree extends TextTree>({ en, ru }: { en: Tree; ru: TextTree }): ReadText<TextKey<Tree>> {
  const readers = { en: reader(en, 'en'), ru: reader(ru, 'ru') };
  return (key, language, parts = {}) => readers[language](key, parts);
}

const plural = /_(?:one|few|many|other)$/;

export function textKeys<Tree extends TextTree>(tree: Tree): TextKey<Tree>[] {
  const single = (name: string) => (`${name.replace(plural, '')}_other` in tree ? name.replace(plural, '') : name);
  return [...new Set(flatten(tree).map(([name]) => single(name)))] as TextKey<Tree>[];
}
