import type { NamedPerson } from '#features/search/model/actions.ts';
import type { ResultSelection } from '#features/search/model/selection.ts';
import { openAddToVacancy } from '#features/vacancies/components/add/AddToVacancy.tsx';
import { textsOf } from '#lib/i18n.ts';
import { openComposer } from '../profiles/MessageButtons.tsx';
import { addTarget } from './add-target.ts';

export function addFound(selection: ResultSelection, onAdded: () => void): void {
  openAddToVacancy(addTarget(selection), { t: textsOf('vacancies'), onAdded });
}

export function writeTo({ id, name }: NamedPerson): void {
  openComposer({ name, profileId: id });
}
