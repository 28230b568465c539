import type { Contact } from '@headwater/contract/profile-data';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { maskContact } from '../mask-contact.ts';
import { openedAmong } from '../store/addresses.ts';
import { listContacts } from '../store/read.ts';

export interface ListedContact {
  type: Contact['type'];
  /** A mask if the contact is closed to the reader. */
  value: string;
  normalized: string;
  is_open: boolean;
}

/** Spends no opening. */
export async function contactsOfMany(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Map<number, ListedContact[]>> {
  if (!actor.permissions.contacts) return new Map();
  const rows = await listContacts(tx, profileIds);
  const opened = await openedAmong(
    tx,
    actor,
    rows.map((row) => row.owner_profile_id),
  );
  const byProfile = new Map<number, ListedContact[]>();
  for (const row of rows) {
    const isOpen = row.company_id !== null || opened.has(row.owner_profile_id);
    const contact = {
      type: row.type,
      value: isOpen ? row.value : maskContact(row.type, row.value),
      normalized: row.normalized,
      is_open: isOpen,
    };
    byProfile.set(row.profile_id, [...(byProfile.get(row.profile_id) ?? []), contact]);
  }
  return byProfile;
}
