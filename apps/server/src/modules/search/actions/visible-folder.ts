import type { Actor } from '@headwater/domain/roles';
import { findFolder } from '../store/company-ids.ts';
import type { SearchContext } from './run.ts';

/** The vacancy in whose context a search is made, as far as the person may see it. */
export const findVisibleFolder = ({ database }: Pick<SearchContext, 'database'>, actor: Actor, folderId: number) =>
  database.readInCompany(actor.company.id, (tx) => findFolder(tx, folderId, actor));
