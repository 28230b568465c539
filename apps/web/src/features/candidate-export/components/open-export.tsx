import { textsOf } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';
import type { Exported } from '../api/export.ts';
import { ExportDialog } from './ExportDialog.tsx';

/** Asks what is written of candidates; true once the table is saved. Load this, with the texts `candidate-export`, with the first use. */
export async function openExport(exported: Exported): Promise<boolean> {
  const t = textsOf('candidate-export');
  const done = await openModal<boolean>({
    title: t('title'),
    size: 'md',
    content: (close) => <ExportDialog exported={exported} onDone={close} />,
  });
  return done === true;
}
