import { implement } from '@orpc/server';
import { type CommentView, comments } from '@headwater/contract/comments';
import { mentionsIn } from '@headwater/domain/mentions';
import { type Actor, isAdminType } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { addComment, commentsOf, removeComment, rewriteComment } from './actions/comments.ts';
import { mentionableAt } from './actions/mentionable.ts';
import { type Colleague, listColleagues } from './store/colleagues.ts';
import type { CommentRow } from './store/comments.ts';
import { pageWindow } from '#platform/page-window.ts';

function present(row: CommentRow, actor: Actor, people: readonly Colleague[]): CommentView {
  const isOwn = row.created_by === actor.userId;
  const folder = row.vacancy_id === null || row.vacancy_name === null ? null : { id: row.vacancy_id, name: row.vacancy_name };
  return {
    id: row.id,
    text: row.text,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    candidate_id: row.candidate_id,
    folder,
    mentions: mentionsIn(row.text, people).map(({ start, end, ids }) => ({ start, end, is_own: ids.includes(actor.userId) })),
    created_by: { id: row.created_by, first_name: row.first_name, last_name: row.last_name },
    permissions: { edit: isOwn, remove: isOwn || isAdminType(actor) },
  };
}

const namedIn = async (tx: Tx, rows: readonly CommentRow[]) => (rows.some(({ text }) => text.includes('@')) ? listColleagues(tx) : []);

const presentAll = async (tx: Tx, actor: Actor, rows: readonly CommentRow[]) => {
  const people = await namedIn(tx, rows);
  return rows.map((row) => present(row, actor, people));
};

const presentOne = async (tx: Tx, actor: Actor, row: CommentRow) => present(row, actor, await namedIn(tx, [row]));

export function commentRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(comments).$context<RequestContext>();
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);
  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => {
        const { id: profileId, candidate_id: candidateId, page, per_page: limit } = input;
        const { count, rows } = await commentsOf(tx, actor, { profileId, candidateId, ...pageWindow(page, limit) });
        return { comments: await presentAll(tx, actor, rows), count, pages: pagesOf({ page, perPage: limit, count }) };
      }),
    ),
    add: api.add.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => {
        const { id: profileId, candidate_id: candidateId, text } = input;
        return presentOne(tx, actor, await addComment(tx, actor, { profileId, candidateId, text, now: clock.now() }));
      }),
    ),
    mentionable: api.mentionable.handler(({ input: { id: profileId, candidate_id: candidateId }, context: { actor } }) =>
      run(actor, async (tx) => ({ people: await mentionableAt(tx, actor, { profileId, candidateId }) })),
    ),
    update: api.update.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => presentOne(tx, actor, await rewriteComment(tx, actor, { ...input, now: clock.now() }))),
    ),
    remove: api.remove.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => {
        await removeComment(tx, actor, input.id);
        return {};
      }),
    ),
  };
}
