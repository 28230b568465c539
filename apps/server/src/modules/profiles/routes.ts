import { implement } from '@orpc/server';
import { profiles } from '@headwater/contract/profiles';
import { mayAccess } from '@headwater/domain/access';
import { type Actor, isAdminType } from '@headwater/domain/roles';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { AppError } from '#platform/errors.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { listAttached } from '#modules/files/public.ts';
import {
  addContact,
  contactQuota,
  contactsAreOpen,
  openContacts,
  removeContact,
  type VisibleContacts,
  viewContacts,
} from './actions/contacts.ts';
import { fetchPicture } from './actions/fetch-picture.ts';
import { type IsCandidateFor, openProfile, requireProfile, requireVisibleProfile } from './actions/open-profile.ts';
import { changeUnlessErased } from './erased-people.ts';
import { readOrigins, withOrigins } from './fact-origins.ts';
import { presentContact, presentProfile, presentResume } from './present.ts';
import { presentFragment } from './present-fragments.ts';
import { listViews } from './store/contact-quota.ts';
import { partsOf, survivorOf } from './store/merging.ts';
import { listFragments } from './store/fragments.ts';
import { userNames } from './user-names.ts';
import { pageWindow } from '#platform/page-window.ts';

export interface ProfileServices {
  database: Database;
  clock: Clock;
  signing(): Promise<Signer>;
  isCandidateFor: IsCandidateFor;
  /** PROF-045 */
  isInAts(tx: Tx, profileId: number): Promise<boolean>;
  listTags: (tx: Tx, profileIds: readonly number[]) => Promise<{ id: number; name: string }[]>;
  /** Null: no limit. */
  enrichmentQuota(tx: Tx, actor: Actor, now: Date): Promise<{ total: number | null; available: number | null }>;
}

const presentList = ({ rows, opened }: VisibleContacts, actor: Actor) => ({
  contacts: rows.map((row) => presentContact(row, actor)),
  opened,
});

/** PROF-062: the search that led to the profile: 'search:123'. Ignores other values. */
const refererOf = (header: unknown): string | null =>
  typeof header === 'string' && /^[a-z_]{1,40}:\d{1,18}$/.test(header) ? header : null;

function recordRoutes({ database, isCandidateFor }: ProfileServices) {
  const api = implement(profiles).$context<RequestContext>();
  return {
    history: api.history.handler(({ input, context: { actor } }) =>
      // PROF-005: company_id is ignored without the permission.
      database.inCompany((mayAccess('possible_match', actor) && input.company_id) || actor.company.id, async (tx) => {
        await requireProfile(tx, input.id);
        const { count, views } = await listViews(tx, input.id, { ...pageWindow(input.page, input.per_page) });
        const names = await userNames(tx);
        return {
          views: views.map((view) => ({
            user_id: view.user_id,
            user_name: names.get(view.user_id) ?? '',
            viewed_at: view.viewed_at.toISOString(),
            referer: view.referer,
          })),
          pages: pagesOf({ page: input.page, perPage: input.per_page, count }),
        };
      }),
    ),
    resumes: api.resumes.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await requireVisibleProfile(tx, actor, { profileId: input.id, isCandidateFor });
        if (!actor.permissions.resumes) throw new AppError('forbidden');
        // Files of the common base stay at the part where they were found.
        const attached = await listAttached(tx, 'profile', [input.id, ...(await partsOf(tx, [input.id]))]);
        const open = new Map<number | null, boolean>();
        for (const id of new Set(attached.map((file) => file.attached_id)))
          open.set(id, id !== null && (await contactsAreOpen(tx, actor, id)));
        const used = new Set((await listFragments(tx, input.id)).map(({ resume_id: fileId }) => fileId));
        const names = await userNames(tx);
        return {
          resumes: attached.map((file) =>
            presentResume(file, {
              uploader: names.get(file.created_by ?? 0) ?? null,
              opened: open.get(file.attached_id) ?? false,
              isUsed: used.has(file.id),
            }),
          ),
        };
      }),
    ),
  };
}

export function profileRoutes(services: ProfileServices) {
  const { database, clock, isCandidateFor, isInAts, listTags, enrichmentQuota } = services;
  const mustSee = (tx: Tx, actor: Actor, profileId: number) => requireVisibleProfile(tx, actor, { profileId, isCandidateFor });
  const api = implement(profiles).$context<RequestContext>();
  return {
    get: api.get.handler(({ input, context: { actor, request } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const now = clock.now();
        // A merged profile leads to its survivor.
        const profileId = (await survivorOf(tx, input.id)) ?? input.id;
        await mustSee(tx, actor, profileId);
        const row = await openProfile(tx, actor, { profileId, now, referer: refererOf(request.headers['x-profile-referer']) });
        const contacts = await viewContacts(tx, actor, profileId);
        const [saves, names] = [await listFragments(tx, profileId), await userNames(tx)];
        const fragments = saves.map((save) => presentFragment(save, names));
        const tags = await listTags(tx, [profileId]);
        const view = presentProfile({ row, contacts: contacts.rows, opened: contacts.opened, tags, now, fragments }, actor);
        const isDeletable =
          row.company_id !== null && actor.permissions.personal_info && (row.created_by === actor.userId || isAdminType(actor));
        const { origins, layers } = await readOrigins(tx, row, { fragments: saves, names });
        return {
          ...view,
          origins,
          current_positions: withOrigins(view.current_positions, layers, now),
          previous_positions: withOrigins(view.previous_positions, layers, now),
          in_ats: await isInAts(tx, profileId),
          is_deletable: isDeletable,
        };
      }),
    ),
    contacts: api.contacts.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await mustSee(tx, actor, input.id);
        return presentList(await viewContacts(tx, actor, input.id), actor);
      }),
    ),
    openContacts: api.openContacts.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await mustSee(tx, actor, input.id);
        return presentList(await openContacts(tx, actor, { profileId: input.id, now: clock.now() }), actor);
      }),
    ),
    addContact: api.addContact.handler(({ input: { id, ...contact }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const target = { signing: services.signing, companyId: actor.company.id, profileIds: [id] };
        return presentContact(await changeUnlessErased(tx, target, () => addContact(tx, actor, { profileId: id, ...contact })), actor);
      }),
    ),
    removeContact: api.removeContact.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await removeContact(tx, actor, { profileId: input.id, contactId: input.contactId });
        return {};
      }),
    ),
    ...recordRoutes(services),
    picture: api.picture.handler(async ({ input, context: { actor } }) => {
      const row = await database.inCompany(actor.company.id, (tx) => mustSee(tx, actor, input.id));
      return fetchPicture(row, actor);
    }),
    quotas: api.quotas.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { total, available } = await contactQuota(tx, actor, clock.now());
        const enrichment = await enrichmentQuota(tx, actor, clock.now());
        return {
          quotas_contact_available: available,
          quotas_contact_total: total,
          quotas_data_enrichment_available: enrichment.available,
          quotas_data_enrichment_total: enrichment.total,
        };
      }),
    ),
  };
}
