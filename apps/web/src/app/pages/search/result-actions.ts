import { getI18n } from 'react-i18next';
import type { ResultSelection } from '#features/search/model/selection.ts';
import { openAddToVacancy } from '#features/vacancies/components/add/AddToVacancy.tsx';
import { loadTexts } from '#lib/i18n.ts';
import { openComposer } from '../profiles/MessageButton.tsx';

/** Opens the choice of a vacancy for the chosen people, or for everybody whom their search finds. */
export async function addFound(selection: ResultSelection, onAdded: () => void): Promise<void> {
  await loadTexts('vacancies');
  const { q, f, ranking } = selection.search;
  const target = selection.kind === 'ids' ? { profiles: selection.ids, search: { q, f } } : { query: q, filters: f, sort: ranking };
  openAddToVacancy(target, { t: getI18n().getFixedT(null, 'vacancies'), onAdded });
}

/** Opens the composer for one found person. */
export async function writeTo(profileId: number): Promise<void> {
  await loadTexts('outreach');
  openComposer({ title: getI18n().getFixedT(null, 'outreach')('writeMessage'), profileId });
}
