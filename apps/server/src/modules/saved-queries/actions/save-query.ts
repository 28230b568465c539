import { rejectConflict } from '#platform/database/reject-conflict.ts';
import { hourMs } from '@headwater/domain/time/durations';
import type { Actor } from '@headwater/domain/roles';
import { canonicalSearch, type SearchContext } from '#modules/search/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import {
  type AlertState,
  dayInCompany,
  type Found,
  findSavedQuery,
  forgetDeleted,
  insertSavedQuery,
  isNameTaken,
  nameConstraint,
  restoreSavedQuery,
  type SavedContent,
  type SavedQueryRow,
  updateSavedQuery,
} from '../store.ts';
import { findCurrentResults } from './find-current-results.ts';

/** DEC-13. */
const undoMs = hourMs;

const taken = () => new FieldErrors({ name: 'saved_query_name_taken' });
const nameConflict = { constraint: nameConstraint, refusal: taken };

const requireFreeName = async (tx: Tx, actor: Actor, naming: { name: string; exceptId?: number }) => {
  if (await isNameTaken(tx, actor.userId, naming)) throw taken();
};

/** An alert names only people who are found later. */
const startAlert = ({ found, seen }: Found, now: Date): AlertState => ({
  alert_found: found,
  alert_seen: seen,
  alert_day: dayInCompany(now),
  alert_failed: false,
});

/** SAVQ-004. Throws FieldErrors at name, query or filters. */
export async function saveQuery(context: SearchContext, actor: Actor, input: SavedContent): Promise<SavedQueryRow> {
  const content = { ...input, ...canonicalSearch(input) };
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => context.database.inCompany(actor.company.id, work);
  // Checked before the search, which takes longer.
  await inCompany((tx) => requireFreeName(tx, actor, content));
  const found = await findCurrentResults(context, actor, content);
  const now = context.clock.now();
  const owner = { companyId: actor.company.id, userId: actor.userId, now };
  return inCompany(async (tx) => {
    await forgetDeleted(tx, actor.userId, new Date(now.getTime() - undoMs));
    const row = await rejectConflict(insertSavedQuery(tx, owner, { ...content, ...found }), nameConflict);
    return content.alert === 'off' ? row : updateSavedQuery(tx, row.id, startAlert(found, now));
  });
}

export type SavedChange = { id: number } & { [Part in keyof SavedContent]?: SavedContent[Part] | undefined };

/** Throws not_found, and FieldErrors as `saveQuery`. */
export async function changeQuery(context: SearchContext, actor: Actor, { id, ...change }: SavedChange): Promise<SavedQueryRow> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => context.database.inCompany(actor.company.id, work);
  const row = await inCompany((tx) => findSavedQuery(tx, actor.userId, id));
  if (!row) throw new AppError('not_found');
  const changed = { query: change.query ?? row.query, filters: change.filters ?? row.filters, ranking: change.ranking ?? row.ranking };
  const isOther = change.query !== undefined || change.filters !== undefined;
  const search = isOther ? canonicalSearch(changed) : {};
  const { name = row.name, description = row.description, alert = row.alert, is_shared: isShared = row.is_shared } = change;
  const startsAlert = alert !== 'off' && (isOther || row.alert === 'off');
  const now = context.clock.now();
  const current = isOther || startsAlert ? await findCurrentResults(context, actor, { ...changed, ...search }) : undefined;
  const found = {
    ...(current && isOther ? { ...current, opened_at: now } : {}),
    ...(current && startsAlert ? startAlert(current, now) : {}),
  };
  const content = { name, description, ranking: changed.ranking, alert, is_shared: isShared };
  return inCompany(async (tx) => {
    await requireFreeName(tx, actor, { name, exceptId: id });
    return rejectConflict(updateSavedQuery(tx, id, { ...content, ...search, ...found }), nameConflict);
  });
}

/** Throws not_found after an hour, and FieldErrors if the name is taken. */
export async function restoreQuery(tx: Tx, actor: Actor, { id, now }: { id: number; now: Date }): Promise<SavedQueryRow> {
  const since = new Date(now.getTime() - undoMs);
  const row = await rejectConflict(restoreSavedQuery(tx, actor.userId, { id, since }), nameConflict);
  if (!row) throw new AppError('not_found');
  return row;
}
