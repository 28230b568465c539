import type { Whom } from '#features/mailings/api/add.ts';
import type { Where } from '#features/mailings/components/add/AddDialog.tsx';
import { showError } from '#ui/snackbar.tsx';

/** Asks into which mailing or sequence people go; true once they are there. Its code comes with the first use. */
export async function addToMailing(where: Where, whom: Whom): Promise<boolean> {
  try {
    const { openAddToMailing } = await import('#features/mailings/components/add/open-add.tsx');
    return await openAddToMailing(where, whom);
  } catch (error) {
    showError(error);
    return false;
  }
}
