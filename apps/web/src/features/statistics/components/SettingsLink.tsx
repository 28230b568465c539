import { ActionIcon } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#lib/use-translation.ts';
import { sendStatisticsEvent } from '../model/events.ts';
import type { SectionPlace } from '../model/place.ts';

/** STC-022 */
export function SettingsLink({ place: { base, section } }: { place: SectionPlace }) {
  const { t } = useTranslation('statistics');
  return (
    <ActionIcon
      component={Link}
      to={`${base}/${section}/settings`}
      aria-label={t('settings')}
      title={t('settings')}
      onClick={() => sendStatisticsEvent('Settings', section)}
    >
      <IconSettings size={16} stroke={1.6} />
    </ActionIcon>
  );
}
