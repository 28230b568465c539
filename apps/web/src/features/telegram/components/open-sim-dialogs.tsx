import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import { textsOf } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { AddSim } from './AddSim.tsx';
import { ManagersForm } from './ManagersForm.tsx';
import { RemoveSim } from './RemoveSim.tsx';
import { SimForm, SimLimitForm } from './SimForms.tsx';

const texts = () => textsOf('telegram');

/** A sign-in with a requested code stays open until closed explicitly. */
async function openSignIn(title: string, card?: TelegramAccount): Promise<void> {
  const t = texts();
  const account = await openModal<TelegramAccount>({
    title,
    size: 'md',
    content: (close) => <AddSim phone={card?.phone_number} onDone={close} onCancel={() => close()} />,
  });
  if (account) showSnackbar({ message: t(card ? 'simRenewed' : 'simAdded', { phone: account.phone_number }), tone: 'success' });
}

export const openAddSim = (): void => void openSignIn(texts()('addSim'));

export const openRenewSim = (card: TelegramAccount): void => void openSignIn(texts()('signInAgain'), card);

export function openEditSim(card: TelegramAccount): void {
  void openModal({ title: card.phone_number, content: (close) => <SimForm card={card} onDone={() => close()} /> });
}

export function openSimLimit(card: TelegramAccount): void {
  void openModal({
    title: texts()('setLimitOf', { phone: card.phone_number }),
    content: (close) => <SimLimitForm card={card} onDone={() => close()} />,
  });
}

export function openRemoveSim(card: TelegramAccount): void {
  const t = texts();
  void openModal({
    title: t('deleteTitle', { phone: card.phone_number }),
    content: (close) => <RemoveSim card={card} onDone={() => close()} />,
  });
}

export function openManagers(): void {
  void openModal({ title: texts()('managers'), size: 'md', content: (close) => <ManagersForm onDone={() => close()} /> });
}
