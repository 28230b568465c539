import type { FoundProfile } from '@headwater/contract/search';
import type { TermData } from '@headwater/domain/query/term';
import type { Actor } from '@headwater/domain/roles';
import { newestFitNotes } from '#modules/vacancies/public.ts';
import { latestDialogs } from '#modules/messaging/telegram/public.ts';
import { contactTypesOf } from '#modules/profiles/public/indexing.ts';
import { findProfileCards } from '#modules/profiles/public.ts';
import { batchQueries } from '#platform/database/batch-queries.ts';
import type { Tx } from '#platform/database/database.ts';
import type { SearchHit } from '../port.ts';
import { searchTargetsOf, presentFound } from '../present.ts';
import { valueOf } from '../reference-ids.ts';
import { foldersOf, namedFolders } from '../store/company-ids.ts';
import { type ProfileEvent, viewsOf } from '../store/events.ts';
import { aboutsOf, commentsOf, messagesOf } from '../store/listed.ts';

interface Hits {
  hits: readonly SearchHit[];
  terms: readonly TermData[];
  today: Date;
}

const isOnlyAbout = (hit: SearchHit, tag: string | undefined) =>
  hit.why.filter((match) => match.tag === tag).every((match) => match.field === 'about');

const foundInAbout = (hits: readonly SearchHit[]): number[] =>
  hits.filter((hit) => hit.why.some((match) => match.field === 'about' && isOnlyAbout(hit, match.tag))).map((hit) => hit.id);

const isOf = (id: number) => (row: { profile_id: number }) => row.profile_id === id;

export async function hydrateHits(
  tx: Tx,
  actor: Actor,
  { hits, terms, today }: Hits,
): Promise<{ profiles: FoundProfile[]; views: ProfileEvent[] }> {
  if (hits.length === 0) return { profiles: [], views: [] };
  const ids = hits.map((hit) => hit.id);
  const { comments: mayRead, messaging_info: mayKnow } = actor.permissions;
  const ofAbout = foundInAbout(hits);
  const targets = searchTargetsOf(terms);
  const isWanted = (skill: { name: string; skill_id: number | null }) => targets.skills.has(valueOf(skill.skill_id, skill.name));
  const known = batchQueries(tx, {
    contactTypes: contactTypesOf(ids),
    folders: foldersOf(ids, actor),
    views: viewsOf(ids),
    comments: mayRead ? commentsOf(ids, actor) : undefined,
    fits: newestFitNotes(ids),
    messages: mayKnow ? messagesOf(ids, actor) : undefined,
    dialogs: latestDialogs(actor, ids),
  });
  const [cards, { comments, fits, messages, dialogs, ...activity }, abouts] = await Promise.all([
    findProfileCards(tx, ids, { ...actor, today, isWanted, contactTypes: known.then(({ contactTypes }) => contactTypes) }),
    known,
    ofAbout.length > 0 ? aboutsOf(tx, ofAbout) : new Map<number, string[]>(),
  ]);
  const folders = namedFolders(activity.folders, actor);
  const views: ProfileEvent[] = activity.views.map((view) => ({ ...view, created_at: new Date(view.created_at) }));
  const found = new Map(hits.map((hit) => [hit.id, hit]));
  const profiles = cards.map((card) =>
    presentFound(card, {
      hit: found.get(card.id),
      targets,
      folders: folders.filter(isOf(card.id)),
      comments: comments.filter(isOf(card.id)),
      fit: fits.find(isOf(card.id)),
      messages: messages.filter(isOf(card.id)),
      dialog: dialogs.find(isOf(card.id)),
      abouts: abouts.get(card.id) ?? [],
      viewed: views.some((view) => view.profile_id === card.id && view.user_id === actor.userId),
    }),
  );
  const listed = new Set(cards.map((card) => card.id));
  return { profiles, views: views.filter((view) => listed.has(view.profile_id)) };
}
