import { getI18n } from 'react-i18next';
import { loadTexts } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';
import { countOf, type Whom } from '../../api/add.ts';
import { AddDialog, type Where } from './AddDialog.tsx';

/** Asks where people should go, and adds them; true once they are there. Load this with the first use: it is no part of a first screen. */
export async function openAddToMailing(where: Where, whom: Whom): Promise<boolean> {
  await loadTexts('mailings');
  const t = getI18n().getFixedT(null, 'mailings');
  const added = await openModal<boolean>({
    title: t(where.kind === 'mailing' ? 'add.title' : 'add.sequenceTitle', { count: countOf(whom) }),
    content: (close) => <AddDialog where={where} whom={whom} onDone={close} />,
  });
  return added === true;
}
