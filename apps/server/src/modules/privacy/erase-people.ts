import { mailboxKey } from '@headwater/domain/identity/email';
import { minuteMs } from '@headwater/domain/time/durations';
import { z } from 'zod';
import { forgetAiSearches } from '#modules/ai-search/public.ts';
import { forgetFiles as forgetExports } from '#modules/company-exports/public.ts';
import { forgetEnrichedRows } from '#modules/enrichment/public.ts';
import { deleteDetachedFiles, deleteFilesOf, deleteUploadsOf } from '#modules/files/public/erasing.ts';
import { deleteSinglesTo } from '#modules/messaging/campaigns/public.ts';
import { createRegistry, forgetAddresses } from '#modules/messaging/suppressions/public.ts';
import { forgetDialogs, isMessageLeaving } from '#modules/messaging/telegram/public.ts';
import {
  eraseProfile,
  findIdentity,
  forgetCompanyView,
  insertFingerprints,
  knownBy,
  namesOfNobodyElse,
} from '#modules/profiles/public/erasing.ts';
import { forgetSavedQueries } from '#modules/saved-queries/public.ts';
import { forgetSearches } from '#modules/search/public.ts';
import { forgetImportedRows } from '#modules/table-imports/public.ts';
import { forgetTagsOf, tagIdsOf } from '#modules/tags/public.ts';
import { listMergesInto, type MergeSteps, detachEverywhere } from '#modules/profile-merges/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { forgetJobDetails } from '#platform/jobs/store.ts';
import { defineTask, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { recordSystems } from './systems/request.ts';
import { countOf, type ErasureRow, findErasure, isInHand, saveFilesDeleted, saveFinished, saveRowsDeleted } from './store/erasures.ts';

export interface ErasureServices {
  database: Database;
  clock: Clock;
  files: FileStore;
  signing(): Promise<Signer>;
  mergeSteps: MergeSteps;
  /** Resolves when neither the index nor its snapshot holds data of deleted profiles. */
  forgetInIndex(): Promise<void>;
}

/** Limit of the wait for a message that is being sent; afterwards the person is erased anyway. */
const patience = minuteMs / 2;

/** The erasure waits for a message; the queue retries within seconds. */
class StillLeaving extends Error {}

type Identity = NonNullable<Awaited<ReturnType<typeof findIdentity>>>;

interface Words {
  /** Addresses and accounts, and the name in both orders. */
  words: string[];
  /**
   * Family names that no other profile has. They may be common words, so they count only in titles
   * and searches, not in rows of files.
   */
  familyNames: string[];
}

const longEnough = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text.length >= 5);

async function wordsOf(tx: Tx, { id, names, contacts }: Identity): Promise<Words> {
  const full = names.flatMap(({ first, last }) => {
    const parts = [first.trim(), last.trim()].filter(Boolean);
    return parts.length === 2 ? [parts.join(' '), parts.toReversed().join(' ')] : [];
  });
  const rare = await namesOfNobodyElse(
    tx,
    id,
    names.map(({ last }) => last.trim()),
  );
  const words = longEnough([...contacts.flatMap(({ value, normalized }) => [value, normalized]), ...full]);
  return { words, familyNames: longEnough(rare) };
}

/**
 * Profiles of the common base that a company merged into the person stay hidden from that company,
 * but lose its data.
 */
async function forgetParts(
  tx: Tx,
  { profileId, signer, onRequest, now }: { profileId: number; signer: Signer; onRequest: boolean; now: Date },
): Promise<void> {
  for (const { company_id: companyId, absorbed_id: part } of await listMergesInto(tx, profileId)) {
    const person = await findIdentity(tx, part);
    if (!person) continue;
    await insertFingerprints(tx, { companyId, onRequest, fingerprints: knownBy(signer, person, companyId), now });
    await forgetCompanyView(tx, { companyId, profileId: part });
  }
}

async function deleteRows(tx: Tx, erasure: ErasureRow, { signing, clock }: ErasureServices): Promise<void> {
  const { id, profile_id: profileId, company_id: companyId } = erasure;
  const now = clock.now();
  const person = await findIdentity(tx, profileId);
  const counts = await countOf(tx, profileId);
  // A job may have sent the person since the request.
  await recordSystems(tx, erasure, now);
  const usernames = (person?.contacts ?? []).flatMap(({ type, normalized }) => (type === 'telegram' ? normalized.toLowerCase() : []));
  const isLeaving = (await isInHand(tx, profileId)) || (await isMessageLeaving(tx, profileId));
  const dialogKeys = await forgetDialogs(tx, createRegistry({ clock, signing }), { profileId, usernames, companyId });
  const attached = await deleteSinglesTo(tx, profileId);
  const exported = await forgetExports(tx, { companyId, now });
  const storeKeys = [...exported, ...(await deleteFilesOf(tx, profileId)), ...(await deleteDetachedFiles(tx, attached)), ...dialogKeys];
  if (person) {
    if (now.getTime() - erasure.requested_at.getTime() < patience && isLeaving) throw new StillLeaving();
    const { contacts } = person;
    const onRequest = erasure.requested_by !== null;
    await forgetParts(tx, { profileId, signer: await signing(), onRequest, now });
    const fingerprints = knownBy(await signing(), person, companyId);
    await insertFingerprints(tx, { companyId, onRequest, fingerprints, now });
    storeKeys.push(...(await deleteUploadsOf(tx, { companyId, marks: fingerprints })));
    await forgetAddresses(
      tx,
      contacts.filter((contact) => contact.type === 'email').map((contact) => mailboxKey(contact.normalized)),
      companyId,
    );
    // The name that a company gave to its own person does not affect data of other companies.
    const { words, familyNames } = await wordsOf(tx, person);
    const titleWords = [...words, ...familyNames];
    const phones = contacts.flatMap(({ type, normalized }) => (type === 'phone' && normalized.length >= 7 ? [normalized] : []));
    for (const forgetRows of [forgetEnrichedRows, forgetImportedRows])
      await forgetRows(tx, { profileId, companyId, words, titleWords, phones });
    await forgetJobDetails(tx, titleWords, companyId);
    const searchedWords = [...words, ...familyNames.map((name) => `name:${name}`)];
    for (const forget of [forgetSearches, forgetSavedQueries, forgetAiSearches]) await forget(tx, searchedWords, companyId);
    const tagIds = await tagIdsOf(tx, profileId);
    await eraseProfile(tx, profileId, now);
    await forgetTagsOf(tx, profileId, tagIds);
  }
  await saveRowsDeleted(tx, id, { at: now, storeKeys, counts });
}

/** Rows in one transaction, then files; safe to repeat. Returns false if nothing is left to do. */
async function eraseRowsAndFiles(services: ErasureServices, erasureId: number): Promise<boolean> {
  const { database, clock, files, mergeSteps: steps } = services;
  const begun = await database.asSystem((tx) => findErasure(tx, erasureId));
  if (begun && !begun.rows_deleted_at) await detachEverywhere(database, { profileId: begun.profile_id, steps, now: clock.now() });
  await database.asSystem(async (tx) => {
    const erasure = await findErasure(tx, erasureId);
    if (erasure && !erasure.rows_deleted_at) await deleteRows(tx, erasure, services);
  });
  const erasure = await database.asSystem((tx) => findErasure(tx, erasureId));
  if (!erasure || erasure.finished_at) return false;
  for (const key of erasure.store_keys) await files.remove(key);
  await database.asSystem((tx) => saveFilesDeleted(tx, erasureId, clock.now()));
  return true;
}

/** Deletes rows that transactions of an earlier start have added during the erasure. */
async function sweep({ database, clock, files, signing }: ErasureServices, erasureIds: readonly number[]): Promise<void> {
  const keys = await database.asSystem(async (tx) => {
    const left: string[] = [];
    for (const id of erasureIds) {
      const erasure = await findErasure(tx, id);
      if (!erasure) continue;
      const { profile_id: profileId, company_id: companyId } = erasure;
      const dialogKeys = await forgetDialogs(tx, createRegistry({ clock, signing }), { profileId, usernames: [], companyId });
      const attached = await deleteSinglesTo(tx, profileId);
      left.push(...(await deleteFilesOf(tx, profileId)), ...(await deleteDetachedFiles(tx, attached)), ...dialogKeys);
      await recordSystems(tx, erasure, clock.now());
      await eraseProfile(tx, erasure.profile_id, clock.now());
    }
    return left;
  });
  for (const key of keys) await files.remove(key);
}

/**
 * Resumes an interrupted erasure. A person who must wait does not delay others: the task retries.
 */
async function erasePeople(services: ErasureServices, erasureIds: readonly number[]): Promise<void> {
  const { database, clock, forgetInIndex } = services;
  const erased: number[] = [];
  let failure: unknown;
  for (const id of erasureIds) {
    try {
      if (await eraseRowsAndFiles(services, id)) erased.push(id);
    } catch (error) {
      failure = error;
    }
  }
  if (erased.length > 0) {
    await forgetInIndex();
    await sweep(services, erased);
    await database.asSystem((tx) => saveFinished(tx, erased, clock.now()));
  }
  if (failure !== undefined) throw failure;
}

export const erasePeopleTask = defineTask('erase_people', z.object({ erasure_ids: z.array(z.number().int()).max(1000) }), {
  maxAttempts: 50,
});

/** Runs in the process with the index. */
export const erasePeopleHandler = (services: ErasureServices): TaskHandler =>
  handleTask(erasePeopleTask, ({ erasure_ids: ids }) => erasePeople(services, ids));
