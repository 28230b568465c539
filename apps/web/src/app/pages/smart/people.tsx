import { lazy, Suspense } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { mayAccess } from '@headwater/domain/access';
import type { ResultActions } from '#features/search/model/actions.ts';
import type { PaneSteps } from '#features/search/model/screen-props.ts';
import { type AddTarget, useAdd } from '#features/vacancies/api/add.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { opening } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';
import { loadProfilePane } from '../search/pane.ts';

const ProfilePane = lazy(async () => ({ default: (await loadProfilePane()).ProfilePane }));
export const hrefOf = (id: number) => `/profiles/${id}/`;

const loadActions = () => import('../search/result-actions.ts').then(({ loadResultActions }) => loadResultActions());

/** The open person beside the list. */
export const pane = (id: number, { close, previous, next, whole, queryId }: PaneSteps) => (
  <Suspense fallback={<SkeletonText lines={12} />}>
    <ProfilePane profileId={id} name={null} queryId={queryId} onClose={close} onPrevious={previous} onNext={next} onWhole={whole} />
  </Suspense>
);

/** Found people go straight into the vacancy. */
export function useActions({ id, name, permissions }: VacancyView): ResultActions {
  const actor = asActor(useCurrentUser());
  const add = useAdd();
  const put = async (target: AddTarget, done: () => void) => {
    try {
      await add(target, { id, name });
      done();
    } catch (error) {
      showError(error);
    }
  };
  return {
    add: permissions.change_candidates
      ? (selection, done) => {
          const { q, f, ranking } = selection.search;
          const target =
            selection.kind === 'ids'
              ? { profiles: selection.ids, search: { q, f } }
              : { query: q, filters: f, sort: ranking, count: selection.count };
          void put(target, done);
        }
      : undefined,
    message: mayAccess('messaging', actor)
      ? (profileId) => void opening(loadActions).then(({ writeTo }) => writeTo(profileId), showError)
      : undefined,
  };
}
