import type { SavedQueryView } from '@headwater/contract/saved-queries';
import { searchTitle } from '@headwater/domain/query/stored-search';
import { textsOf } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';
import type { FilterName } from '../model/chips.ts';
import { readStored, type StoredSearch } from '../model/stored-search.ts';
import { SaveForm } from './SaveForm.tsx';
import { VacancyForm } from './VacancyForm.tsx';

const t = () => textsOf('saved-queries');

export interface NamedSearch {
  search: StoredSearch;
  names: readonly FilterName[];
}

export const openSave = ({ search, names }: NamedSearch): void => {
  const draft = { name: searchTitle(readStored(search).search.query), search, names };
  void openModal({ title: t()('form.saveTitle'), size: 'md', content: (close) => <SaveForm draft={draft} onDone={close} /> });
};

export const openCopy = (saved: SavedQueryView): void => {
  const { name, description, filter_names: names } = saved;
  const draft = { name, description, search: saved, names };
  void openModal({ title: t()('share.copyTitle'), size: 'md', content: (close) => <SaveForm draft={draft} onDone={close} /> });
};

export const openEdit = (saved: SavedQueryView, current: StoredSearch): void => {
  void openModal({
    title: t()('form.editTitle'),
    size: 'md',
    content: (close) => <SaveForm saved={saved} current={current} onDone={close} />,
  });
};

/** Creates a vacancy from a search; resolves with it, or with undefined if cancelled. */
export const openMakeVacancy = (made: NamedSearch & { queryId: number }): Promise<{ id: number; name: string } | undefined> =>
  openModal<{ id: number; name: string }>({
    title: t()('form.vacancyTitle'),
    size: 'md',
    content: (close) => <VacancyForm {...made} onCancel={() => close()} onMade={close} />,
  });
