import { message } from '@headwater/contract/errors';
import { decodeFilters } from '@headwater/domain/query/filters-address';
import { type Facet, type FacetType, facetTypes } from '@headwater/domain/query/facets';
import type { FacetFilterState } from '@headwater/domain/query/filters';
import { isViewsChoice } from '@headwater/domain/query/general-facet';
import type { Parsed } from '@headwater/domain/query/errors';
import { decodeQuery } from '@headwater/domain/query/query-address';
import { type QueryEntity, type TermData, termsOf } from '@headwater/domain/query/term';
import { type QueryTree, treeOf, withoutTerms } from '@headwater/domain/query/tree';
import type { Actor } from '@headwater/domain/roles';
import { type Company, findCompany } from '#modules/companies/public.ts';
import { mayKnowDialogs } from '#modules/messaging/telegram/public.ts';
import type { ContactKey } from '#modules/profiles/public/contacts.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { FacetFilter, FacetSet, QueryNode } from '../port.ts';
import { lastChangesOf } from '../store/changes.ts';
import { type SetRequest, findFolder, idsOfComment, idsOfContact, idsOfFolder, idsOfItem, isActivityItem } from '../store/company-ids.ts';
import { buildTree, type TermIds } from './build-tree.ts';
import { contactsMeant } from './contact-keys.ts';
import { buildFilters, companyItems, visibleItemsOf, withCurrentCompanies } from './filters.ts';
import { checkPlaces, type GdprFlags } from './gdpr.ts';
import { tagSets } from './tag-sets.ts';

/** `names`: field names of the request, for errors. */
export interface SearchRequest {
  query: string;
  filters: string;
  folderId: number | null;
  /** Counts tags of the company with this text in their name. */
  countTags?: string | undefined;
  /** Counts views, comments and other activity, with their default days, as the actor's own. */
  countActivity?: boolean | undefined;
  names?: { query: string; filters: string; folder: string };
}

export interface Prepared {
  entities: QueryEntity[];
  terms: TermData[];
  states: FacetFilterState[];
  tree: QueryNode;
  without: (gone: ReadonlySet<TermData>) => QueryNode;
  filters: FacetFilter[];
  sets: FacetSet[];
  gdpr: GdprFlags;
  excluded: { kind: 'term' | 'filter'; text: string }[];
  folder: { id: number; name: string } | null;
  company: Company;
  positions: readonly number[];
}

/** Throws the first error at its field. */
export function valueOf<T>(parsed: Parsed<T>, field: string): T {
  if (parsed.ok) return parsed.value;
  const [error] = parsed.errors;
  throw new FieldErrors({
    [field]: { key: error?.key ?? 'query_bad_part', parts: { position: (error?.position ?? 0) + 1, ...error?.parts } },
  });
}

export const mostFolderProfiles = 50_000;

export function boundedIds<T extends { length: number }>(ids: T): T {
  if (ids.length > mostFolderProfiles) throw new AppError('folder_too_many_profiles');
  return ids;
}

async function companyTerms(
  tx: Tx,
  reader: Actor,
  { terms, guesses }: { terms: readonly TermData[]; guesses: readonly ContactKey[] },
): Promise<Map<TermData, TermIds>> {
  const found = new Map<TermData, TermIds>();
  for (const term of terms) {
    if (term.field === 'comment') found.set(term, { ids: await idsOfComment(tx, term.text, reader), inAddition: false });
    else if (term.field === 'folder') {
      const id = /^\d{1,15}$/.test(term.suggestion_id ?? '') ? Number(term.suggestion_id) : null;
      found.set(term, { ids: boundedIds(await idsOfFolder(tx, { id, name: term.text }, reader)), inAddition: false });
    } else if (term.field === 'name') {
      const { keys } = contactsMeant(term.text);
      const ids = keys.length > 0 ? await idsOfContact(tx, reader, { keys, guesses }) : new Uint32Array();
      if (ids.length > 0) found.set(term, { ids, inAddition: true });
    }
  }
  return found;
}

async function companySets(tx: Tx, states: readonly FacetFilterState[], request: SetRequest): Promise<FacetSet[]> {
  return Promise.all(
    companyItems(states).map(async (value) => {
      const ids = await idsOfItem(tx, value, request);
      return { facet: 'general', value: value.id, ids: value.id === 'folders' ? boundedIds(ids) : ids } as const;
    }),
  );
}

/**
 * Sets of the visible items that the search does not filter by. Leaves out items that would replace a chosen one, and sets
 * beyond the limit of the filter.
 */
async function activitySets(tx: Tx, chosen: readonly FacetSet[], { items, request }: { items: readonly string[]; request: SetRequest }) {
  const isReplaced = chosen.some(({ value }) => isViewsChoice(value));
  const uncounted = items.filter(
    (id) => isActivityItem(id, request.permissions) && !chosen.some(({ value }) => value === id) && !(isReplaced && isViewsChoice(id)),
  );
  const sets = await Promise.all(
    uncounted.map(async (value): Promise<FacetSet> => {
      const ids = await idsOfItem(tx, { id: value }, { ...request, limit: mostFolderProfiles + 1 });
      return { facet: 'general', value, ids };
    }),
  );
  return sets.filter(({ ids }) => ids.length <= mostFolderProfiles);
}

function dropDisabled(states: FacetFilterState[], company: Company): { enabled: FacetFilterState[]; excluded: Prepared['excluded'] } {
  const isOff = (facet: Facet) => {
    const { enabledBy } = facetTypes[facet];
    return enabledBy !== undefined && !company.features[enabledBy];
  };
  return {
    enabled: states.filter((state) => !isOff(state.facet)),
    excluded: states.filter((state) => isOff(state.facet)).map((state) => ({ kind: 'filter', text: state.facet })),
  };
}

/** Throws filter_hidden. */
function requireVisible(states: readonly FacetFilterState[], { permissions }: Actor): void {
  const isHidden = ({ needs }: FacetType) => needs !== undefined && !permissions[needs];
  if (states.some(({ facet }) => isHidden(facetTypes[facet]))) throw new AppError('filter_hidden');
}

/** False for recent activity: a generic plan knows no date and scans millions of rows. */
export function mayKeepPlans({ filters, countActivity }: SearchRequest): boolean {
  if (countActivity) return false;
  const states = decodeFilters(filters);
  return !states.ok || companyItems(states.value).length === 0;
}

interface Asked {
  request: SearchRequest;
  /** Closed contacts that the person may compare, and those beyond the limit of the day. */
  guesses: { allowed: readonly ContactKey[]; refused: readonly ContactKey[] };
  now: Date;
}

/** Throws FieldErrors and catalogue errors. */
export async function prepareSearch(tx: Tx, actor: Actor, { request, guesses, now }: Asked): Promise<Prepared> {
  const names = request.names ?? { query: 'q', filters: 'f', folder: 'folderId' };
  const entities = valueOf(decodeQuery(request.query), names.query);
  const tree = valueOf(treeOf(entities), names.query);
  const states = withCurrentCompanies(valueOf(decodeFilters(request.filters), names.filters));
  requireVisible(states, actor);
  const [company, positions, folder] = await Promise.all([
    findCompany(tx, actor.company.id),
    lastChangesOf(tx, actor.company.id),
    request.folderId === null ? null : findFolder(tx, request.folderId, actor),
  ]);
  if (!company) throw new AppError('unauthorized');
  const terms = termsOf(entities);
  const gdpr = checkPlaces({ terms, tree, filters: states }, { features: company.features, field: names.query });
  if (folder === undefined) throw new FieldErrors({ [names.folder]: 'not_found' });
  const { enabled, excluded } = dropDisabled(states, company);
  const setRequest = {
    reader: actor,
    permissions: actor.permissions,
    knowsDialogs: mayKnowDialogs(actor),
    folderId: folder?.id ?? null,
    now,
  };
  const sets = await companySets(tx, enabled, setRequest);
  const activity = request.countActivity
    ? await activitySets(tx, sets, { items: visibleItemsOf(actor, company), request: setRequest })
    : [];
  const tagged = await tagSets(tx, actor, { states: enabled, text: request.countTags });
  const companyIds = await companyTerms(tx, actor, { terms, guesses: guesses.allowed });
  const nodeOf = (part: QueryTree | undefined): QueryNode => buildTree({ tree: part, terms, companyIds });
  const unguessed =
    guesses.refused.length > 0 ? [{ kind: 'term' as const, text: message('closed_contacts_not_searched', actor.language) }] : [];
  const ai = entities.flatMap((entity) => (entity.type === 'AI' ? [{ kind: 'term' as const, text: entity.text }] : []));
  return {
    entities,
    terms,
    states: enabled,
    tree: nodeOf(tree),
    without: (gone) => nodeOf(tree && withoutTerms(tree, gone)),
    filters: buildFilters(enabled, sets, now),
    sets: [...sets, ...activity, ...tagged],
    gdpr,
    excluded: [...ai, ...unguessed, ...excluded],
    folder,
    company,
    positions,
  };
}
