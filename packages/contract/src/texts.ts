export type Language = 'en' | 'ru';
export type TextParts = Readonly<Record<string, string | number>>;

/** Texts as their JSON has them; groups may lie in groups. */
interface TextTree {
  readonly [name: string]: string | TextTree;
}

/** English and Russian have no others. What has plural forms has at least `_other`. */
type PluralForm = 'one' | 'few' | 'many' | 'other';
type Single<Name extends string, Tree> = Name extends `${infer Base}_${PluralForm}`
  ? `${Base}_other` extends keyof Tree
    ? Base
    : Name
  : Name;

/** How a text is asked for: names joined by dots, without the plural form at the end. */
export type TextKey<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Single<Name, Tree> : `${Name}.${TextKey<Tree[Name]>}`;
}[keyof Tree & string];

/** A text in a language with its `{{name}}` parts filled in, numbers with the separators of the language; a part that is not given stays as it is written. */
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
 * Reads the texts of a folder, en.json and ru.json: the one way in which the server's words are said. What is counted is the part `count`, and has its
 * plural forms behind `_one`, `_few`, `_many` and `_other`, as in the texts of the web app; a gate compares the two languages.
 */
export function readTexts<Tree extends TextTree>({ en, ru }: { en: Tree; ru: TextTree }): ReadText<TextKey<Tree>> {
  const readers = { en: reader(en, 'en'), ru: reader(ru, 'ru') };
  return (key, language, parts = {}) => readers[language](key, parts);
}

const plural = /_(?:one|few|many|other)$/;

/** How each text of a group is asked for: a name, without the plural form at its end. */
export function textKeys<Tree extends TextTree>(tree: Tree): TextKey<Tree>[] {
  const single = (name: string) => (`${name.replace(plural, '')}_other` in tree ? name.replace(plural, '') : name);
  return [...new Set(flatten(tree).map(([name]) => single(name)))] as TextKey<Tree>[];
}
