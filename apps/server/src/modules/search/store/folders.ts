import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { type Reader, vacancySeenBy } from '#modules/vacancies/public.ts';

export interface ListedFolder {
  id: number;
  name: string;
  candidates: number;
}

export async function listFolders(
  tx: Tx,
  reader: Reader,
  { beginning, limit }: { beginning: string; limit: number },
): Promise<ListedFolder[]> {
  const { rows } = await sql<ListedFolder>`
    select v.id, v.name, (select count(*) from candidates c where c.vacancy_id = v.id and c.deleted_at is null) as candidates
    from vacancies v
    where ${vacancySeenBy('v', reader)} and (starts_with(lower(v.name), lower(${beginning})) or position(' ' || lower(${beginning}) in lower(v.name)) > 0)
    order by v.id desc limit ${limit}`.execute(tx);
  return rows;
}
