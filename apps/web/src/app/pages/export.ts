import type { Exported } from '#features/candidate-export/api/export.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { opening } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

export async function exportPeople(exported: Exported): Promise<boolean> {
  try {
    const { openExport } = await opening(() =>
      withTexts(() => import('#features/candidate-export/components/open-export.tsx'), ['candidate-export']),
    );
    return await openExport(exported);
  } catch (error) {
    showError(error);
    return false;
  }
}
