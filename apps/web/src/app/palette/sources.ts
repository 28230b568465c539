import { type Icon, IconBriefcase2, IconBuilding, IconListNumbers, IconUser } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { createElement } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { api } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import type { PaletteSource } from '#lib/palette.ts';
import { useTranslation } from '#lib/use-translation.ts';

const most = 5;
const mostAtOnce = 10;
const small = (icon: Icon) => createElement(icon, { size: 16, stroke: 1.6 });

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
      const { profiles } = await api.search.find({ q: JSON.stringify([`name:${query}`]), per_page: most }, { signal });
      return profiles.map((profile) => ({
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
