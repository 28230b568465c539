/** What an entry is called in a language; without a Russian name, as everywhere else. */
export function localName(entry: { name: string; nameRu?: string | null }, language: 'en' | 'ru'): string {
  return language === 'ru' ? (entry.nameRu ?? entry.name) : entry.name;
}
