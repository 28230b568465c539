export function localName(entry: { name: string; nameRu?: string | null }, language: 'en' | 'ru'): string {
  return language === 'ru' ? (entry.nameRu ?? entry.name) : entry.name;
}
