import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { erasuresQuery } from '../api/privacy.ts';
import { SystemStates } from './Systems.tsx';
import classes from './privacy.module.css';

/** The latest erased people. Only their ids remain. */
export function Erasures() {
  const { t } = useTranslation('privacy');
  const { data } = useQuery(erasuresQuery);
  if (!data) return null;
  if (data.erasures.length === 0) return <Text c="dimmed">{t('nobodyErased')}</Text>;
  return (
    <table className={classes.erasures}>
      <thead>
        <tr>
          <th scope="col">{t('person')}</th>
          <th scope="col">{t('by')}</th>
          <th scope="col">{t('requested')}</th>
          <th scope="col">{t('state')}</th>
        </tr>
      </thead>
      <tbody>
        {data.erasures.map((one) => (
          <tr key={one.id}>
            <td>{t('profileNumber', { id: one.profile_id })}</td>
            <td>{one.requested_by ?? t('byRule')}</td>
            <td>
              <RelativeTime value={one.requested_at} />
            </td>
            <td>
              {t(one.stage === 'done' ? 'erased' : 'erasing')}
              <SystemStates systems={one.systems} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
