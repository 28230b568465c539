import type { Log } from '#platform/log.ts';
import type { FragmentData } from '#modules/profiles/public.ts';
import type { SearchDocument } from '../port.ts';
import { buildDocument, type ProfileForSearch } from './build-document.ts';

/** Null: common base. */
export interface ContactForSearch {
  companyId: number | null;
  type: string;
  normalized: string;
}

interface OverlayForSearch {
  companyId: number;
  data: FragmentData;
  hidden: boolean;
  updatedAt: Date;
}

export interface StoredForSearch extends Omit<ProfileForSearch, 'contacts'> {
  contacts: readonly ContactForSearch[];
  overlays: readonly OverlayForSearch[];
}

const hiding = (id: number, owner: number): SearchDocument => ({
  id,
  owner,
  hidden: true,
  freshness: 0,
  completeness: 0,
  terms: {},
  numbers: {},
  texts: {},
  points: {},
});

function byCompany<T extends { companyId: number | null }>(items: readonly T[]): Map<number | null, T[]> {
  const lists = new Map<number | null, T[]>();
  for (const item of items) {
    const known = lists.get(item.companyId);
    if (known) known.push(item);
    else lists.set(item.companyId, [item]);
  }
  return lists;
}

/** Returns the common document and one for each company with changes or own contacts. */
export function documentsOf(profile: StoredForSearch, today: Date): SearchDocument[] {
  const { id, companyId, data, updatedAt } = profile;
  const contacts = byCompany(profile.contacts);
  const overlays = new Map(profile.overlays.map((overlay) => [overlay.companyId, overlay]));
  const common = contacts.get(null) ?? [];
  const seenBy = (company: number | null): ProfileForSearch => {
    const overlay = company === null ? undefined : overlays.get(company);
    return {
      id,
      companyId: company,
      data: overlay ? ({ ...data, ...overlay.data } as ProfileForSearch['data']) : data,
      updatedAt: overlay && overlay.updatedAt > updatedAt ? overlay.updatedAt : updatedAt,
      contacts: company === null ? common : [...common, ...(contacts.get(company) ?? [])],
    };
  };
  if (companyId !== null) return overlays.get(companyId)?.hidden ? [] : [buildDocument(seenBy(companyId), today)];
  const companies = new Set([...overlays.keys(), ...contacts.keys()].filter((company) => company !== null));
  return [
    buildDocument(seenBy(null), today),
    ...[...companies].map((company) => (overlays.get(company)?.hidden ? hiding(id, company) : buildDocument(seenBy(company), today))),
  ];
}

/** Skips incomplete profiles, so that they do not block the others. */
export function documentsOfAll(profiles: readonly StoredForSearch[], today: Date, log: Pick<Log, 'error'>): SearchDocument[] {
  return profiles.flatMap((profile) => {
    try {
      return documentsOf(profile, today);
    } catch (error) {
      log.error({ err: error, profile: profile.id }, 'profile skipped in search index: stored data is invalid');
      return [];
    }
  });
}
