import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Language } from '@headwater/contract/errors';
import { api } from '#lib/api.ts';
import { keepLanguage, meQuery } from '#lib/current-user.ts';
import { currentLanguage, showLanguage } from '#lib/i18n.ts';
import { showError } from '#ui/snackbar.tsx';

/** What the server last answered, and what is shown by it. */
interface Answered {
  language: Language | null;
  shown: Language;
}

/** While something is being saved. The kept user has what was chosen by then, which the server may not have. */
let answered: Answered | undefined;
/** Chosen while another one is being saved. */
let next: Language | undefined;

const takeNext = () => {
  const taken = next;
  next = undefined;
  return taken;
};

/** What the server has is shown again, unless another one was chosen since, here or in another tab. */
function takeBack(client: QueryClient, chosen: Language, { language, shown }: Answered): void {
  if (client.getQueryData(meQuery.queryKey)?.settings.language !== chosen) return;
  keepLanguage(client, language);
  void showLanguage(language ?? shown);
}

async function save(client: QueryClient, chosen: Language, before: Answered): Promise<Answered> {
  try {
    const user = await api.accounts.saveSettings({ language: chosen });
    if (client.getQueryData(meQuery.queryKey)?.settings.language === chosen) client.setQueryData(meQuery.queryKey, user);
    // Names that come from the server are in the reader's language, too.
    void client.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(meQuery.queryKey) });
    return { language: user.settings.language, shown: user.settings.language ?? before.shown };
  } catch (error) {
    showError(error);
    if (next === undefined) takeBack(client, chosen, before);
    return before;
  }
}

/** One after another, so that the server has the last one in the end; of those that wait only the last is saved. */
async function saveAll(client: QueryClient, first: Language, before: Answered): Promise<void> {
  answered = before;
  for (let chosen: Language | undefined = first; chosen !== undefined; chosen = takeNext()) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    answered = await save(client, chosen, answered);
  }
  answered = undefined;
}

/** Shows it at once; where somebody is signed in the choice is kept with the account (ACC-044, ACC-045). */
export function chooseLanguage(client: QueryClient, chosen: Language): void {
  const shown = currentLanguage();
  void showLanguage(chosen).then((isShown) => !isShown && showError(undefined));
  const before = client.getQueryData(meQuery.queryKey)?.settings;
  if (!before) return;
  // Not when the server has it: the next screen is shown in the language of the kept user.
  keepLanguage(client, chosen);
  if (answered) next = chosen;
  else void saveAll(client, chosen, { language: before.language, shown });
}
