import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Tree = { [key: string]: string | Tree };
const web = join(import.meta.dirname, '..');
const catalogues = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('texts/en.json'));
const read = (file: string): Tree => JSON.parse(readFileSync(join(web, file), 'utf8')) as Tree;

function leaves(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : leaves(value, `${path}${key}.`),
  );
}
const plural = /_(?:zero|one|two|few|many|other)$/;
const stems = (texts: [string, string][]) => [...new Set(texts.map(([key]) => key.replace(plural, '')))].toSorted();
const variables = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).toSorted();

describe.each(catalogues)('%s', (file) => {
  const en = leaves(read(file));
  const ru = leaves(read(file.replace(/en\.json$/, 'ru.json')));

  it('[I18N-001] [I18N-011] has the same keys in both languages', () => {
    expect(stems(ru)).toEqual(stems(en));
    expect([...en, ...ru].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('[I18N-001] has Russian plurals for all English ones', () => {
    const counted = new Set(en.filter(([key]) => plural.test(key)).map(([key]) => key.replace(plural, '')));
    const keys = new Set(ru.map(([key]) => key));
    const missing = [...counted]
      .flatMap((stem) => ['one', 'few', 'many', 'other'].map((form) => `${stem}_${form}`))
      .filter((key) => !keys.has(key));
    expect(missing).toEqual([]);
  });

  it('[I18N-011] has the same placeholders in both languages', () => {
    const russian = new Map(ru);
    const differing = en.filter(([key, text]) => String(variables(russian.get(key) ?? text)) !== String(variables(text)));
    expect(differing).toEqual([]);
  });
});
