import { type Icon, IconBriefcase2, IconBuilding, IconListNumbers, IconSearch, IconUser } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { createElement } from 'react';
import type { FoundProfile } from '@headwater/contract/search';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { api } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import type { PaletteItem, PaletteSource } from '#lib/palette.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { looseNameQuery, misspelling, nameQuery } from './name-search.ts';

const most = 5;
const mostAtOnce = 10;
const small = (icon: Icon) => createElement(icon, { size: 16, stroke: 1.6 });

/** People per guess at a misspelt name. */
const guessed = 50;

async function findPeople(query: string, signal: AbortSignal): Promise<FoundProfile[]> {
  const find = async (name: string, count: number) =>
    (await api.search.find({ q: JSON.stringify([`name:${name}`]), per_page: count }, { signal })).profiles;
  const found = await find(nameQuery(query), most);
  const loose = looseNameQuery(query);
  if (found.length > 0 || loose === undefined) return found;
  return (await find(loose, guessed))
    .map((profile) => ({ profile, far: misspelling(query, profile.name ?? '') }))
    .filter(({ far }) => far < Infinity)
    .toSorted((one, other) => one.far - other.far)
    .slice(0, most)
    .map(({ profile }) => profile);
}

export function useSources(): PaletteSource[] {
  const { t } = useTranslation('app');
  const { t: own } = useTranslation('palette');
  const router = useRouter();
  const actor = asActor(useCurrentUser());
  const go = (href: string) => () => router.history.push(href);
  const vacancies: PaletteSource = {
    id: 'vacancies',
    async find(query, signal) {
      const { folders } = await api.vacancies.list({ query, per_page: most, status: 'all' }, { signal });
      return folders.map((folder) => ({
        id: `vacancy-${folder.id}`,
        label: folder.name,
        note: folder.company_name ?? '',
        icon: small(IconBriefcase2),
        group: own('vacancies'),
        act: go(`/folders/${folder.id}/`),
      }));
    },
  };
  const people: PaletteSource = {
    id: 'people',
    async find(query, signal) {
      return (await findPeople(query, signal)).map((profile) => ({
        id: `profile-${profile.id}`,
        label: profile.name ?? profile.title ?? '',
        note: [profile.title, profile.company].filter(Boolean).join(', '),
        icon: small(IconUser),
        group: own('people'),
        act: go(`/profiles/${profile.id}/`),
      }));
    },
  };
  const sequences: PaletteSource = {
    id: 'sequences',
    async find(query, signal) {
      const found = await api.sequences.list({ search: query, per_page: most }, { signal });
      return found.sequences.map(({ id, name }) => ({
        id: `sequence-${id}`,
        label: name,
        icon: small(IconListNumbers),
        group: t('menu.sequences'),
        act: go(`/messaging/sequences/${id}`),
      }));
    },
  };
  // An account manager has few companies, so they appear without a query.
  const companies: PaletteSource = {
    id: 'companies',
    atOnce: !mayAccess('staff', actor),
    async find(query, signal) {
      const found = await api.companies.list({ search: query, per_page: query === '' ? mostAtOnce : most }, { signal });
      return found.companies.map(({ company_id: id, company_name: name }) => ({
        id: `company-${id}`,
        label: name,
        icon: small(IconBuilding),
        group: own('companies'),
        act: go(`/companies/${id}`),
      }));
    },
  };
  return [
    ...(mayAccess('managed_companies', actor) ? [companies] : []),
    ...(mayAccess('vacancies', actor) ? [vacancies] : []),
    ...(mayAccess('sequences', actor) ? [sequences] : []),
    ...(mayAccess('search', actor) ? [people] : []),
  ];
}

/** The last line: the typed words as a search. */
export function useSearchFor(query: string): PaletteItem[] {
  const { t } = useTranslation('palette');
  const router = useRouter();
  const words = query.replaceAll(/["*]/g, ' ').trim();
  const actor = asActor(useCurrentUser());
  if (words === '' || !mayAccess('search', actor)) return [];
  const q = JSON.stringify([words]);
  return [
    {
      id: 'search-people',
      label: t('searchFor', { query: query.trim() }),
      icon: small(IconSearch),
      group: t('people'),
      act: () => router.history.push(`/profiles/?${new URLSearchParams({ q }).toString()}`),
    },
  ];
}
