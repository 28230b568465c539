import { Button } from '@mantine/core';
import { IconArrowBackUp, IconPlayerStop } from '@tabler/icons-react';
import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useStop, useUndoLaunch } from '../../api/launch.ts';
import { runningState } from '../../model/launch-words.ts';
import classes from '../mailings.module.css';

interface RunningProps {
  list: MailingListView;
  info: LaunchInfo;
  now: Date;
}

export function Running({ list, info, now }: RunningProps) {
  const { t } = useTranslation('mailings');
  const stop = useStop(list);
  const undo = useUndoLaunch();
  const { state, at, because } = runningState(list, info, now);
  const mayUndo = list.undo_until !== null;
  const mayStop = list.permissions.edit;
  return (
    <section className={classes.personal} aria-label={t(`status.${list.status}`)}>
      <div>
        <p className={classes.standing}>{t(`standing.${state}`, { at: at && formatDate(at, currentLanguage(), 'dateTime') })}</p>
        {because && <p className={classes.quiet}>{because}</p>}
      </div>
      {mayStop &&
        (mayUndo ? (
          <Button variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={() => void undo(list.id)}>
            {t('launch.undo')}
          </Button>
        ) : (
          <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={() => void stop()}>
            {t('launch.stop')}
          </Button>
        ))}
    </section>
  );
}
