import { Button } from '@mantine/core';
import { mayAccess } from '@headwater/domain/access';
import type { ResultSelection } from '#features/search/model/selection.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useFollowJob } from '#ui/jobs/follow-job.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { addFoundToMailing, addToMailing } from '../mailings/add.ts';

export function ToSequence({ selection }: { selection: ResultSelection }) {
  const { t } = useTranslation('search');
  const follow = useFollowJob();
  const mayMail = mayAccess('messaging', asActor(useCurrentUser()));
  const open = () => {
    if (selection.kind === 'ids') return addToMailing({ kind: 'sequence' }, { profile_ids: selection.ids, source: 'search' });
    const { q: query, f: filters, ranking: sort, folderId } = selection.search;
    return addFoundToMailing({ found: { query, filters, sort, folderId, count: selection.count }, follow, mayMail });
  };
  return (
    <Button size="compact-sm" variant="default" onClick={() => void open()}>
      {t('toSequence')}
    </Button>
  );
}
