import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RecipientFilter } from '../api/mailings.ts';
import type { AddressParameters } from './address-names.ts';
import { stages } from './stages.ts';

export const mailingTabs = ['message', 'personalization', 'launch'] as const;
export type MailingTab = (typeof mailingTabs)[number];

/** What of a mailing or a sequence is shown, as the address holds it. */
interface MailingAddress {
  tab: MailingTab;
  /** Which mailing of the vacancy; the newest where it is not said. */
  list: number | undefined;
  recipient: number | undefined;
  filter: RecipientFilter;
}

const wholeNumber = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

export function useMailingAddress(): {
  shown: MailingAddress;
  go: (change: AddressParameters) => void;
  filterBy: (change: Partial<RecipientFilter>) => void;
} {
  const address = useSearch({ strict: false }) as AddressParameters;
  const navigate = useNavigate();
  const go = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: ((known: Record<string, unknown>) => ({ ...known, ...change })) as never });
  const shown: MailingAddress = {
    tab: mailingTabs.find((tab) => tab === address.tab) ?? 'message',
    list: wholeNumber(address.list),
    recipient: wholeNumber(address.recipient),
    filter: {
      stage: stages.find((name) => name === address.status),
      search: address.search ?? '',
      page: wholeNumber(address.page) ?? 1,
    },
  };
  const filterBy = ({ page = 1, ...change }: Partial<RecipientFilter>) =>
    go({
      ...('stage' in change ? { status: change.stage } : {}),
      ...('search' in change ? { search: change.search || undefined } : {}),
      page: page > 1 ? String(page) : undefined,
    });
  return { shown, go, filterBy };
}
