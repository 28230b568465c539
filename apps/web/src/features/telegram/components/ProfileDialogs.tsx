import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { dialogsOfProfileQuery } from '../api/dialogs.ts';
import { markOf } from '../model/marks.ts';
import { dialogParams } from '../model/params.ts';
import { DeliverySign } from './DeliverySign.tsx';
import { Preview } from './Preview.tsx';
import classes from './list.module.css';

export function ProfileDialogs({ profileId }: { profileId: number }) {
  const { t } = useTranslation('telegram');
  const dialogs = useQuery(dialogsOfProfileQuery(profileId)).data?.results ?? [];
  if (dialogs.length === 0) return null;
  return (
    <section aria-label={t('telegramShort')} className={classes.ofProfile}>
      <h3>{t('telegramShort')}</h3>
      <ul className={classes.list}>
        {dialogs.map((dialog) => (
          <li key={dialog.id}>
            <Link to="/telegram-messenger/messages" search={dialogParams.write({ dialog: dialog.id })} className={classes.dialogLink}>
              {dialog.last_message?.out && <DeliverySign mark={markOf(dialog.last_message)} className={classes.mark} />}
              <Preview dialog={dialog} />
              <span className={classes.when}>
                <RelativeTime value={dialog.last_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
