import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Language } from '@headwater/contract/errors';
import { useTranslation } from '#lib/use-translation.ts';
import { chooseLanguage } from './language-choice.ts';

export function ThemeSwitch() {
  const { t } = useTranslation('app');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = [
    { value: 'light', label: t('theme.light') },
    { value: 'dark', label: t('theme.dark') },
    { value: 'auto', label: t('theme.system') },
  ];
  return (
    <SegmentedControl
      aria-label={t('theme.title')}
      data={schemes}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
    />
  );
}

export function useLanguageChoice(): { language: Language; choose: (language: Language) => void } {
  const { language } = useTranslation('ui');
  const client = useQueryClient();
  return { language, choose: (chosen) => chooseLanguage(client, chosen) };
}

const languages = [
  { value: 'en', label: 'English' },
  { value: 'ru', label: 'Русский' },
] satisfies { value: Language; label: string }[];

export function LanguageSwitch() {
  const { t } = useTranslation('app');
  const { language, choose } = useLanguageChoice();
  return (
    <SegmentedControl aria-label={t('language.title')} data={languages} value={language} onChange={(value) => choose(value as Language)} />
  );
}
