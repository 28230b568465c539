import { IconAdjustments } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { createElement } from 'react';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import type { PaletteItem } from '#lib/palette.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { settingPlaces, settingsOf } from './settings.ts';

export function useSettingItems(): PaletteItem[] {
  const { t } = useTranslation('palette');
  const router = useRouter();
  const actor = asActor(useCurrentUser());
  return settingsOf(actor).map((name) => ({
    id: `setting-${name}`,
    label: t(`setting.${name}`),
    keywords: t(`settingWords.${name}`),
    group: t('settings.title', { ns: 'app' }),
    icon: createElement(IconAdjustments, { size: 16, stroke: 1.6 }),
    act: () => router.history.push(settingPlaces[name].to),
  }));
}
