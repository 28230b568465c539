import type { ProfileData } from '@headwater/contract/profile-data';
import { atsImports, type AtsImportName } from '@headwater/domain/ats/imports';
import type { Actor } from '@headwater/domain/roles';
import { saveImportedLink } from '#modules/ats/public.ts';
import type { ImportedPerson, ImportPage } from '#modules/connections/public.ts';
import { attachBytes } from '#modules/files/public.ts';
import { checkRecord, identifiesPerson, writePeople } from '#modules/profiles/import/public.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { LeftOutPerson } from './tables.ts';

export interface PageServices {
  files: FileStore;
  antivirus: Antivirus;
  signing(): Promise<Signer>;
}

export interface Counts {
  created: number;
  changed: number;
  known: number;
  erased: number;
  left_out: number;
  resumes: number;
}

export const noCounts: Counts = { created: 0, changed: 0, known: 0, erased: 0, left_out: 0, resumes: 0 };

interface ReadPerson {
  person: ImportedPerson;
  profile: ProfileData;
}

function readPeople(page: ImportPage, name: AtsImportName): { read: ReadPerson[]; left: LeftOutPerson[] } {
  const read: ReadPerson[] = [];
  const left: LeftOutPerson[] = [...page.unreadable];
  for (const [number, person] of page.people.entries()) {
    const key = `${atsImports[name].origin}:${person.id}`.slice(0, 255);
    const checked = checkRecord({ number, value: person.profile, key });
    if ('profile' in checked && identifiesPerson(checked.profile)) read.push({ person, profile: checked.profile });
    else left.push({ id: person.id, reason: 'failure' in checked ? checked.failure : 'no name and no contact' });
  }
  return { read, left };
}

interface Page {
  page: ImportPage;
  name: AtsImportName;
  accountId: string;
  actor: Actor;
  now: Date;
}

/** The profiles, links and resumes of a page. Erased people stay away, without a link. */
export async function writePage(tx: Tx, services: PageServices, { page, name, accountId, actor, now }: Page) {
  const { read, left } = readPeople(page, name);
  const owner = { companyId: actor.company.id, userId: actor.userId };
  const people = read.map(({ profile }) => profile);
  const written = await writePeople(tx, actor, { people, policy: 'fill', signing: services.signing });
  const counts = { ...noCounts };
  for (const [index, { kind, profileId, reason }] of written.entries()) {
    const { person } = read[index] as ReadPerson;
    if (profileId === undefined) {
      if (reason === 'erased') counts.erased += 1;
      else left.push({ id: person.id, reason: reason === 'several_people' ? 'matches several people' : 'repeated' });
      continue;
    }
    if (kind !== 'left_out') counts[kind] += 1;
    const link = { integration: atsImports[name].origin, accountId, profileId, person: { ...person, applications: [] }, now };
    const isNew = await saveImportedLink(tx, { ...owner, ...link });
    const resume = isNew ? person.resume : undefined;
    if (resume && (await attachBytes(tx, services, { ...owner, profileId, ...resume })) !== undefined) counts.resumes += 1;
  }
  return { counts: { ...counts, left_out: left.length }, left };
}
