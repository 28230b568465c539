import { Button } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { mayAccess } from '@headwater/domain/access';
import type { Whom } from '#features/mailings/api/add.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { addToMailing } from '../mailings/add.ts';

export function SequenceButton({ whom }: { whom: Whom }) {
  const { t } = useTranslation('profiles');
  if (!mayAccess('sequences', asActor(useCurrentUser()))) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconListNumbers size={14} stroke={1.6} />}
      onClick={() => void addToMailing({ kind: 'sequence' }, whom)}
    >
      {t('toSequence')}
    </Button>
  );
}
