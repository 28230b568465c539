import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { DuplicatePair } from '@headwater/contract/duplicates';
import { useScreenParams } from '#lib/screen-params.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { ListFilters } from '#ui/list/ListFilters.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonList } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { duplicatesQuery, pairsPerPage } from '../api/duplicates.ts';
import { duplicateParams } from '../model/params.ts';
import { forgetPlace, keepPlace, isPlaceKept, keptIndex, undoLast } from '../model/review.ts';
import classes from './duplicates.module.css';
import { EmptyReview } from './EmptyReview.tsx';
import { PairComparison } from './PairComparison.tsx';
import { PairList } from './PairList.tsx';
import { KeyHints, useReviewKeys } from './review-keys.tsx';
import { useDismiss } from './use-dismiss.ts';

const idsOf = ({ profiles: [one, other] }: DuplicatePair) => ({ id: one.id, otherId: other.id });

export function Duplicates() {
  const { t } = useTranslation('duplicates');
  const { shown, change } = useScreenParams(duplicateParams);
  const { whose, page } = shown;
  const query = useQuery(duplicatesQuery(shown));
  const router = useRouter();
  const isPhone = usePhone();
  const [at, setAt] = useState(keptIndex);
  useEffect(forgetPlace, []);
  const [isOpen, setOpen] = useState(isPlaceKept);
  const [wasReviewed, setReviewed] = useState(false);
  const pairs = query.data?.pairs ?? [];
  const chosen = pairs[Math.min(at, pairs.length - 1)];
  const { dismiss } = useDismiss(useCallback(() => setReviewed(true), []));
  const count = pairs.length;
  const step = useCallback((by: number) => setAt((now) => Math.max(0, Math.min(count - 1, now + by))), [count]);
  const merge = useCallback(() => {
    if (!chosen) return;
    const { id, otherId } = idsOf(chosen);
    keepPlace({ shown: { whose, page }, at });
    router.history.push(`/profiles/${id}/edit?merge=${otherId}&from=duplicates`);
  }, [chosen, router, whose, page, at]);
  const dismissChosen = useCallback(() => {
    if (chosen) void dismiss(idsOf(chosen));
  }, [chosen, dismiss]);
  useReviewKeys({ step, merge, dismiss: dismissChosen, undo: undoLast });
  const options = (['all', 'own'] as const).map((value) => ({ value, label: t(value === 'all' ? 'all' : 'withOwn') }));
  const filters: readonly ListFilter<typeof duplicateParams.shape>[] = [{ kind: 'choice', name: 'whose', label: t('whose'), options }];
  const showsPair = chosen && (!isPhone || isOpen);
  const note = query.data?.is_searching ? t('searching') : undefined;
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.count} note={note}>
        <ListFilters params={duplicateParams} filters={filters} />
      </PageHeader>
      {query.isPending && <SkeletonList rows={8} rowHeight={72} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && count === 0 && (
        <EmptyReview wasReviewed={wasReviewed} isNarrow={shown.whose === 'own'} onAll={() => change({ whose: 'all' })} />
      )}
      {query.data && count > 0 && (
        <div className={classes.review}>
          {!(isPhone && isOpen) && (
            <div className={classes.side}>
              <PairList
                pairs={pairs}
                chosen={chosen}
                onChoose={(index) => {
                  setAt(index);
                  setOpen(true);
                }}
              />
              <Pager
                page={shown.page}
                perPage={pairsPerPage}
                total={query.data.count}
                isExact={query.data.is_exact}
                onPage={(page) => {
                  setAt(0);
                  change({ page });
                }}
              />
            </div>
          )}
          {showsPair && (
            <PairComparison pair={chosen} onMerge={merge} onDismiss={dismissChosen} onBack={isPhone ? () => setOpen(false) : undefined} />
          )}
        </div>
      )}
      {!isPhone && count > 0 && <KeyHints />}
    </>
  );
}
