import { findUniversity } from '@headwater/reference/universities';

const nominative = (words: string) =>
  words
    .replace(/университета|университете|университетом/giu, 'университет')
    .replace(/института|институте/giu, 'институт')
    .replace(/академии/giu, 'академия')
    .replace(/ого(?=\s|$)/giu, 'ий');

export function findSchool(words: string): { id: string; name: string } | undefined {
  const found = findUniversity(words) ?? findUniversity(nominative(words));
  return found && { id: String(found.id), name: found.name };
}
