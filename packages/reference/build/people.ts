import { writeTable } from './pack.ts';
import { personNames } from './personNames.ts';
import { listOf, readSource, type SourceRow } from './source.ts';

/** First in lists, as most job markets use them. */
const FIRST_LANGUAGES = 'en ru es zh fr de ar hi pt it ja ko tr uk kk be pl nl he cs sv ka hy az uz tg ky'.split(' ');
const EXTRA_LANGUAGE_ALIASES: Record<string, string[]> = {
  zh: ['Mandarin', 'Mandarin Chinese', 'Китайский'],
  fa: ['Farsi', 'Фарси'],
  es: ['Castilian'],
  pt: ['Brazilian Portuguese'],
};

function languageOrder(row: SourceRow): number {
  const position = FIRST_LANGUAGES.indexOf(row['iso639_1'] ?? '');
  return position === -1 ? FIRST_LANGUAGES.length : position;
}

export function readLanguages(folder: string): SourceRow[] {
  const rows = readSource(folder, 'languages/languages.tsv').filter((row) => (row['iso639_1'] ?? '') !== '');
  return rows.toSorted((a, b) => languageOrder(a) - languageOrder(b));
}

export function buildLanguages(rows: readonly SourceRow[]): void {
  writeTable(
    'languages',
    ['code', 'iso3', 'name', 'name_ru', 'native_name', 'aliases'],
    rows.map((row) => {
      const code = row['iso639_1'] ?? '';
      const aliases = [...listOf(row['aliases']), ...listOf(row['aliases_ru']), ...(EXTRA_LANGUAGE_ALIASES[code] ?? [])];
      const shown = aliases.filter((alias) => alias !== row['name'] && alias !== row['name_ru']);
      return [code, row['iso639_3'] ?? '', row['name'] ?? '', row['name_ru'] ?? '', row['native_name'] ?? '', [...new Set(shown)]];
    }),
  );
}

export function buildNames(folder: string): void {
  for (const file of ['first_names', 'last_names'] as const) {
    writeTable(
      file,
      ['country', 'gender', 'name', 'latin', 'rank'],
      personNames(folder, file).map((n) => [n.country, n.gender, n.name, n.latin, n.rank]),
    );
  }
  const patronymics = readSource(folder, 'names/patronymics_ru.tsv').map((row) => [row['gender'] ?? '', row['name'] ?? ''] as const);
  writeTable('patronymics', ['gender', 'name'], patronymics);
}
