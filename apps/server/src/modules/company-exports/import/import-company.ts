import { mailboxKey } from '@headwater/domain/identity/email';
import { keyOfProfile, suppressionPurpose } from '#modules/messaging/suppressions/public.ts';
import { announceProfiles } from '#modules/profiles/public/merging.ts';
import type { Clock } from '#platform/clock.ts';
import { addFormerKeys, type FormerKeys, type FormerSigner, formerSigner, type Signer } from '#platform/crypto/signing.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { makeTemporaryFolder, removeFolder } from '#platform/temporary-folder.ts';
import { readCompanyTables } from '../store/catalog.ts';
import {
  analyzeStaged,
  findTaken,
  keepTaken,
  listNewIds,
  listProfileIds,
  listStagedAddresses,
  nextCompanyId,
  prepareImport,
  runText,
} from '../store/stage-rows.ts';
import { type Archive, openArchive } from './archive.ts';
import { storeFiles } from './files.ts';
import { insertTable } from './insert.ts';
import { type RowChanges, stageTable } from './stage.ts';

export interface ImportServices {
  database: Database;
  clock: Clock;
  files: FileStore;
  signing(): Promise<Signer>;
  secrets: SecretBox;
  /** Stops running mailings and sequences. */
  stopMailings(tx: Tx, options: { companyId: number; now: Date }): Promise<void>;
}

export interface ImportReport {
  companyId: number;
  name: string;
  rows: number;
  files: number;
  /** Addresses with an account in another company, which the imported users cannot use. */
  takenAddresses: string[];
}

/** Columns of bytes in JSON. */
const asBytes = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/**
 * Stored hashes have the key of the former installation. Hashes of unknown addresses stay, and are
 * compared with that key.
 */
function rowChanges(tx: Tx, companyId: number, { signer, former }: { signer: Signer; former: FormerSigner | undefined }): RowChanges {
  const hashOf = (key: string) => asBytes(signer.fingerprint(suppressionPurpose, `${companyId} ${key}`));
  let profiles: Map<string, number> | undefined;
  async function profileOf(hash: unknown): Promise<number | undefined> {
    if (!former) return undefined;
    profiles ??= new Map(
      (await listProfileIds(tx)).map(({ old, id }) => [
        asBytes(former.fingerprint(suppressionPurpose, `${former.formerCompanyId} ${keyOfProfile(old)}`)),
        id,
      ]),
    );
    return profiles.get(String(hash));
  }
  return {
    async suppressions(row) {
      const { address, address_hash: hash } = row;
      if (typeof address === 'string') return { ...row, address_hash: hashOf(mailboxKey(address)) };
      const profile = await profileOf(hash);
      return profile === undefined ? row : { ...row, address_hash: hashOf(keyOfProfile(profile)) };
    },
  };
}

const formerOf = ({ manifest }: Archive, companyId: number): FormerKeys | undefined =>
  manifest.fingerprint_keys && { companyId, formerCompanyId: manifest.company.id, keys: manifest.fingerprint_keys };

const olderKeys = ({ manifest }: Archive, companyId: number): FormerKeys[] =>
  (manifest.former_fingerprint_keys ?? []).map(({ company_id: formerCompanyId, keys }) => ({ companyId, formerCompanyId, keys }));

const announcedAtOnce = 5000;

/** The search indexes the imported people. */
async function announcePeople(tx: Tx): Promise<void> {
  for (let after = 0; ;) {
    const ids = await listNewIds(tx, 'profiles', { after, limit: announcedAtOnce });
    await announceProfiles(tx, ids);
    if (ids.length < announcedAtOnce) return;
    after = ids.at(-1) ?? after;
  }
}

async function importAll(
  tx: Tx,
  services: ImportServices,
  { archive, companyId, folder, stored }: { archive: Archive; companyId: number; folder: string; stored: string[] },
): Promise<ImportReport> {
  await prepareImport(tx);
  const tables = await readCompanyTables((text, values) => runText(tx, text, values));
  const former = formerOf(archive, companyId);
  const changes = rowChanges(tx, companyId, { signer: await services.signing(), former: former && formerSigner(former) });
  let rows = 0;
  for (const table of tables) rows += await stageTable(tx, archive, { table, companyId, change: changes[table.name] });
  await analyzeStaged(tx);
  const addresses = await listStagedAddresses(tx);
  const takenAddresses = await services.database.readAsSystem((other) => findTaken(other, addresses));
  await keepTaken(tx, takenAddresses);
  await storeFiles(tx, archive, { files: services.files, folder, stored });
  for (const table of tables) await insertTable(tx, table);
  await services.stopMailings(tx, { companyId, now: services.clock.now() });
  await announcePeople(tx);
  const keys = [...(former ? [former] : []), ...olderKeys(archive, companyId)];
  await addFormerKeys(tx, keys, { secrets: services.secrets, now: services.clock.now() });
  return { companyId, name: archive.manifest.company.name, rows, files: stored.length, takenAddresses };
}

/**
 * Creates a company from an export, with new ids, in one transaction that row-level security limits
 * to it. Throws StartupError with file and line, and then leaves nothing behind.
 */
export async function importCompany(services: ImportServices, path: string): Promise<ImportReport> {
  const { database, files } = services;
  const archive = await openArchive(path);
  const companyId = await database.asSystem(nextCompanyId);
  const folder = makeTemporaryFolder();
  const stored: string[] = [];
  try {
    return await database.inCompany(companyId, (tx) => importAll(tx, services, { archive, companyId, folder, stored }));
  } catch (error) {
    for (const key of stored) await files.remove(key);
    throw error;
  } finally {
    await removeFolder(folder);
  }
}
