import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import type { Language } from '@headwater/contract/errors';
import { api } from '#lib/api.ts';
import { keepLanguage, meQuery } from '#lib/current-user.ts';
import { showLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';

/** Light, dark, or as the system; kept in this browser. */
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

/** Switches at once; where somebody is signed in the choice is kept with the account (ACC-044, ACC-045). */
export function useLanguageChoice(): { language: Language; choose: (language: Language) => void } {
  const { language } = useTranslation('ui');
  const client = useQueryClient();
  const choose = (chosen: Language) => {
    void showLanguage(chosen).then((isShown) => !isShown && showError(undefined));
    const before = client.getQueryData(meQuery.queryKey)?.settings;
    if (!before) return;
    // Not when the server has it: the next screen is shown in the language of the kept user.
    keepLanguage(client, chosen);
    const isStillChosen = () => client.getQueryData(meQuery.queryKey)?.settings.language === chosen;
    api.accounts.saveSettings({ language: chosen }).then(
      (user) => {
        if (isStillChosen()) client.setQueryData(meQuery.queryKey, user);
        // Names that come from the server are in the reader's language, too.
        return client.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(meQuery.queryKey) });
      },
      (error: unknown) => {
        showError(error);
        if (!isStillChosen()) return;
        keepLanguage(client, before.language);
        void showLanguage(before.language ?? language);
      },
    );
  };
  return { language, choose };
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
