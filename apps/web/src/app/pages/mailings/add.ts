import type { Whom } from '#features/mailings/api/add.ts';
import type { Where } from '#features/mailings/api/destinations.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { opening } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

const load = () => import('#features/mailings/components/add/open-add.tsx');
type Dialogs = Awaited<ReturnType<typeof load>>;

async function openAddDialog(open: (dialogs: Dialogs) => Promise<boolean>): Promise<boolean> {
  try {
    return await open(await opening(() => withTexts(load, ['mailings'])));
  } catch (error) {
    showError(error);
    return false;
  }
}

export const addToMailing = (where: Where, whom: Whom): Promise<boolean> =>
  openAddDialog(({ openAddToMailing }) => openAddToMailing(where, whom));

export const addFoundToMailing = (found: Parameters<Dialogs['openAddFound']>[0]): Promise<boolean> =>
  openAddDialog(({ openAddFound }) => openAddFound(found));
