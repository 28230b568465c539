import type { ProfileInput } from '@headwater/contract/profile-data';
import type { ExtractedText } from '#platform/extract/outcome.ts';
import { findContacts } from './contacts.ts';
import { splitName } from './name.ts';

/** What a resume tells of a person; undefined where the text is no resume. */
export function parseResume(extracted: ExtractedText): ProfileInput | undefined {
  const { contacts, links } = findContacts(extracted);
  const [first = ''] = extracted.text.split('\n').filter((line) => line.trim() !== '');
  if (contacts.length === 0) return undefined;
  return { ...splitName(first), contacts, links };
}
