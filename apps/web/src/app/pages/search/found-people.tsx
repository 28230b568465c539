import { Button } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { mayAccess } from '@headwater/domain/access';
import type { ResultActions } from '#features/search/model/actions.ts';
import type { PaneSteps } from '#features/search/model/screen-props.ts';
import type { ResultSelection } from '#features/search/model/selection.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { opening } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { useWriteInTelegram } from '../telegram/use-write-in-telegram.ts';
import { ExportFound } from './ExportFound.tsx';
import { TagFound } from './TagFound.tsx';
import { useOpenPerson } from './open-person.ts';

const hrefOf = (id: number) => `/profiles/${id}/`;

const loadActions = () => withTexts(() => import('./result-actions.ts'), ['vacancies', 'outreach']);
const ProfilePane = lazyPart(() => import('../profiles/ProfilePane.tsx'), 'ProfilePane', ['profiles', 'vacancies', 'outreach']);
const ToSequence = lazyPart(() => import('./ToSequence.tsx'), 'ToSequence', ['mailings', 'vacancies']);
function SequencePlaceholder() {
  const { t } = useTranslation('search');
  return (
    <Button size="compact-sm" variant="default" aria-busy>
      {t('toSequence')}
    </Button>
  );
}

const furtherButtons = (selection: ResultSelection, maySequence: boolean) => (
  <>
    {maySequence && (
      <Suspense fallback={<SequencePlaceholder />}>
        <ToSequence selection={selection} />
      </Suspense>
    )}
    <TagFound selection={selection} />
    <ExportFound selection={selection} />
  </>
);

const profilePane = (id: number, { close, previous, next, whole, queryId }: PaneSteps) => (
  <Suspense fallback={<SkeletonText lines={12} />}>
    <ProfilePane profileId={id} name={null} queryId={queryId} onClose={close} onPrevious={previous} onNext={next} onWhole={whole} />
  </Suspense>
);

/** Loads the code of the pane on the first mouse or key event, after the results. */
function usePanePreload(): void {
  useEffect(() => {
    const begin = new AbortController();
    const fetchPane = () => {
      begin.abort();
      ProfilePane.preload();
      loadActions().catch(() => undefined);
      ToSequence.preload();
    };
    for (const name of ['pointermove', 'pointerdown', 'keydown']) addEventListener(name, fetchPane, { signal: begin.signal });
    return () => begin.abort();
  }, []);
}

export function useFoundPeople() {
  const { openId, onOpen, onOpenWhole } = useOpenPerson();
  usePanePreload();
  return { openId, onOpen, onOpenWhole, hrefOf, pane: profilePane };
}

export function useMessageAction(): ResultActions['message'] {
  const mayWrite = mayAccess('messaging', asActor(useCurrentUser()));
  return mayWrite ? (person) => void opening(loadActions).then(({ writeTo }) => writeTo(person), showError) : undefined;
}

export function useResultActions(): ResultActions {
  const actor = asActor(useCurrentUser());
  const message = useMessageAction();
  const telegram = useWriteInTelegram();
  return {
    add: mayAccess('edit_vacancies', actor)
      ? (selection, onAdded) => void opening(loadActions).then(({ addFound }) => addFound(selection, onAdded), showError)
      : undefined,
    message,
    telegram,
    more: (selection) => furtherButtons(selection, mayAccess('sequences', actor)),
  };
}
