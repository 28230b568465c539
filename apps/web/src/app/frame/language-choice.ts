import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Language } from '@headwater/contract/errors';
import { api } from '#lib/api.ts';
import { cacheLanguage, meQuery } from '#lib/current-user.ts';
import { currentLanguage, showLanguage } from '#lib/i18n.ts';
import { showError } from '#ui/snackbar.tsx';

interface Answered {
  language: Language | null;
  shown: Language;
}

/** Set during a save: the cached user already holds the chosen language. */
let answered: Answered | undefined;
let next: Language | undefined;

const takeNext = () => {
  const taken = next;
  next = undefined;
  return taken;
};

/** Keeps a language that was chosen since, here or in another tab. */
function revertLanguage(client: QueryClient, chosen: Language, { language, shown }: Answered): void {
  if (client.getQueryData(meQuery.queryKey)?.settings.language !== chosen) return;
  cacheLanguage(client, language);
  void showLanguage(language ?? shown);
}

async function save(client: QueryClient, chosen: Language, before: Answered): Promise<Answered> {
  try {
    const user = await api.accounts.saveSettings({ language: chosen });
    if (client.getQueryData(meQuery.queryKey)?.settings.language === chosen) client.setQueryData(meQuery.queryKey, user);
    void client.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(meQuery.queryKey) });
    return { language: user.settings.language, shown: user.settings.language ?? before.shown };
  } catch (error) {
    showError(error);
    if (next === undefined) revertLanguage(client, chosen, before);
    return before;
  }
}

/** Saves one at a time, so that the server ends with the last choice. */
async function saveAll(client: QueryClient, first: Language, before: Answered): Promise<void> {
  answered = before;
  for (let chosen: Language | undefined = first; chosen !== undefined; chosen = takeNext()) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    answered = await save(client, chosen, answered);
  }
  answered = undefined;
}

/** Shows the language now and saves it to the account of a signed-in user (ACC-044, ACC-045). */
export function chooseLanguage(client: QueryClient, chosen: Language): void {
  const shown = currentLanguage();
  void showLanguage(chosen).then((isShown) => !isShown && showError(undefined));
  const before = client.getQueryData(meQuery.queryKey)?.settings;
  if (!before) return;
  // Set before the server confirms: the next screen uses the language of the cached user.
  cacheLanguage(client, chosen);
  if (answered) next = chosen;
  else void saveAll(client, chosen, { language: before.language, shown });
}
