import type { AtsImportInput } from '@headwater/contract/ats-imports';
import type { ProfileInput } from '@headwater/contract/profile-data';
import type { AcceptedAccount } from './ats-port.ts';
import type { OpenConnection } from './connection-port.ts';

export interface ImportedResume {
  name: string;
  bytes: Uint8Array;
}

export interface ImportedPerson {
  id: string;
  name: string;
  /** Page in the system. */
  url: string | null;
  profile: ProfileInput;
  resume: ImportedResume | undefined;
}

export interface ImportPage {
  people: ImportedPerson[];
  /** People that the system cannot give. */
  unreadable: { id: string; reason: string }[];
  /** Null on the last page. */
  next: string | null;
  /** People of the system, if it says how many. */
  total?: number | undefined;
}

/** Reads all people of a system, a page at a time. */
export interface AtsImporter {
  /** Throws CredentialsRefused and ServiceError. */
  accept(input: AtsImportInput): Promise<AcceptedAccount>;
  /** `cursor`: from the page before; null for the first. Throws ServiceError. */
  page(connection: OpenConnection, cursor: string | null): Promise<ImportPage>;
}
