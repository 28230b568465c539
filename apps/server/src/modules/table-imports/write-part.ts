import type { ProfileData } from '@headwater/contract/profile-data';
import { readTexts } from '@headwater/contract/texts';
import type { LeftOutReason } from '@headwater/domain/profiles/table-import';
import { maxTags } from '@headwater/domain/profiles/tags';
import type { Actor } from '@headwater/domain/roles';
import { attachBytes } from '#modules/files/public.ts';
import { checkRecord, identifiesPerson, type TableRow, writePeople, type WrittenPerson } from '#modules/profiles/import/public.ts';
import { changeTags, ensureTags } from '#modules/tags/public.ts';
import { insertComments } from '#modules/vacancies/public/importing.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { addToVacancies } from './add-to-vacancies.ts';
import type { PartWork } from './part-work.ts';
import type { PartCounts } from './store/imports.ts';
import type { ImportOptions, LeftOutRow, PartChanges } from './tables.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

export const importText = readTexts({ en, ru });

export interface PartServices {
  files: FileStore;
  antivirus: Antivirus;
  signing(): Promise<Signer>;
}

interface ReadRow {
  row: TableRow;
  profile: ProfileData;
}

/** A row with an unreadable profile is left out. */
function readRows(rows: readonly TableRow[], { origin }: ImportOptions): { read: ReadRow[]; left: LeftOutRow[] } {
  const read: ReadRow[] = [];
  const left: LeftOutRow[] = [];
  for (const row of rows) {
    const { line, cells, fault, profile, extras } = row;
    const key = extras.externalId === undefined ? undefined : `${origin}:${extras.externalId}`.slice(0, 255);
    const checked = fault ? undefined : checkRecord({ number: line, value: profile, ...(key === undefined ? {} : { key }) });
    if (checked && 'profile' in checked && identifiesPerson(checked.profile)) read.push({ row, profile: checked.profile });
    else left.push({ line, cells, reason: fault ?? 'no_person' });
  }
  return { read, left };
}

interface Done {
  row: TableRow;
  person: WrittenPerson;
  profileId: number;
}

/** Notes, source and date as one comment of the recruiter. */
function commentOf({ extras }: TableRow, { language }: Actor): string {
  const lines = [
    ...extras.notes,
    ...(extras.source ? [importText('comment.source', language, { source: extras.source })] : []),
    ...(extras.dateAdded ? [importText('comment.added', language, { date: extras.dateAdded })] : []),
  ];
  return lines.join('\n').slice(0, 10_000);
}

async function addTags(tx: Tx, done: readonly Done[], { options, actor, jobId, now }: PartWork): Promise<void> {
  const mark = { companyId: actor.company.id, userId: actor.userId, jobId, now };
  const groups = new Map<string, { names: string[]; profileIds: Set<number> }>();
  for (const { row, person, profileId } of done) {
    const own = person.kind === 'known' && options.policy === 'skip' ? [] : row.extras.tags;
    const names = [...new Set([...options.tags, ...own])].slice(0, maxTags);
    if (names.length === 0) continue;
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, profileIds: new Set() };
    groups.set(key, group);
    group.profileIds.add(profileId);
  }
  for (const { names, profileIds } of groups.values())
    await changeTags(tx, mark, { profileIds: [...profileIds], add: await ensureTags(tx, mark, names), remove: [] });
}

/** IMP-006. A file that is no resume is not kept. */
async function saveResumes(
  tx: Tx,
  done: readonly Done[],
  { services, work }: { services: PartServices; work: PartWork },
): Promise<number[]> {
  const ids: number[] = [];
  for (const { row, person, profileId } of done) {
    if (row.extras.resume === undefined || person.kind !== 'created') continue;
    const found = await work.reader.attachment(row.extras.resume);
    if (!found) continue;
    const { company, userId } = work.actor;
    const id = await attachBytes(tx, services, { name: found.name, bytes: found.bytes, profileId, companyId: company.id, userId });
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

const reasonOf = ({ kind, reason }: WrittenPerson, { policy }: ImportOptions): LeftOutReason | undefined =>
  kind === 'left_out' ? (reason ?? 'unreadable') : kind === 'known' && policy === 'skip' ? 'known' : undefined;

/** The profiles, tags, comments, resumes and candidates of some hundred rows. */
export async function writePart(tx: Tx, services: PartServices, work: PartWork) {
  const { rows, options, actor, now } = work;
  const { read, left } = readRows(rows, options);
  const people = await writePeople(tx, actor, {
    people: read.map(({ profile }) => profile),
    policy: options.policy,
    signing: services.signing,
  });
  const done = people.flatMap((person, index): Done[] => {
    const row = read[index]?.row;
    return row && person.profileId !== undefined ? [{ row, person, profileId: person.profileId }] : [];
  });
  await addTags(tx, done, work);
  const said = (actor.permissions.comments ? done : [])
    .filter(({ person }) => person.kind !== 'known' || options.policy !== 'skip')
    .map(({ row, profileId }) => ({ profileId, text: commentOf(row, actor) }))
    .filter(({ text }) => text !== '');
  const comments = said.length > 0 ? await insertComments(tx, { companyId: actor.company.id, userId: actor.userId, now }, said) : [];
  const fileIds = await saveResumes(tx, done, { services, work });
  await addToVacancies(tx, done, work);
  for (const [index, person] of people.entries()) {
    const [row, reason] = [read[index]?.row, reasonOf(person, options)];
    if (!row || !reason) continue;
    // The data of an erased person is not kept.
    const cells = reason === 'erased' ? [] : row.cells;
    left.push({ line: row.line, cells, reason, ...(person.profileId === undefined ? {} : { profileId: person.profileId }) });
  }
  const count = (kind: WrittenPerson['kind']) => people.filter((person) => person.kind === kind).length;
  const erased = left.filter(({ reason }) => reason === 'erased').length;
  const counts: PartCounts = {
    done: rows.length,
    created: count('created'),
    changed: count('changed'),
    known: count('known'),
    erased,
    leftOut: left.filter(({ reason }) => reason !== 'erased' && reason !== 'known').length,
  };
  const changes: PartChanges = { people: people.filter(({ kind }) => kind === 'created' || kind === 'changed'), comments, files: fileIds };
  return { counts, changes, leftOut: left.toSorted((one, other) => one.line - other.line) };
}
