import { textsOf } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';
import type { Exported } from '../api/export.ts';
import { ExportDialog } from './ExportDialog.tsx';

/** Returns true after the table is saved. Import this lazily, with its texts. */
export async function openExport(exported: Exported): Promise<boolean> {
  const t = textsOf('candidate-export');
  const done = await openModal<boolean>({
    title: t('title'),
    size: 'md',
    content: (close) => <ExportDialog exported={exported} onDone={close} />,
  });
  return done === true;
}
