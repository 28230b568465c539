import { ActionIcon, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { useTranslation } from '#lib/use-translation.ts';
import { recipientsQuery } from '../../api/mailings.ts';
import classes from './recipients.module.css';
import { useRecipientWords } from './person.ts';

interface RecipientPickerProps {
  list: MailingListView;
  value: number | undefined;
  onChange: (id: number) => void;
}

export function useRecipientPicker(list: MailingListView, chosen: number | undefined, search: string) {
  const query = useQuery(recipientsQuery(list, { status: undefined, search, page: 1 }));
  const recipients: readonly MailingRecipientView[] = query.data?.recipients ?? [];
  const index = recipients.findIndex(({ id }) => id === chosen);
  const current = chosen === undefined ? recipients[0] : recipients[index];
  const at = Math.max(0, index);
  return { query, recipients, current, previous: recipients[at - 1], next: recipients[at + 1] };
}

export function RecipientPicker({ list, value, onChange }: RecipientPickerProps) {
  const { t } = useTranslation('mailings');
  const { nameOf } = useRecipientWords();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<{ value: string; label: string }>();
  // An open field also reports its label as a search.
  const [opened, setOpened] = useState(false);
  const [searched] = useDebouncedValue(opened && typed !== picked?.label ? typed.trim() : '', 250);
  const { recipients, current, previous, next } = useRecipientPicker(list, value, searched);
  const options = new Map(recipients.map((recipient) => [String(recipient.id), nameOf(recipient)]));
  if (picked && value !== undefined && picked.value === String(value)) options.set(picked.value, picked.label);
  const step = (label: string, to: MailingRecipientView | undefined, Icon: typeof IconChevronLeft) => (
    <ActionIcon aria-label={label} size={30} disabled={!to} onClick={() => to && onChange(to.id)}>
      <Icon size={16} />
    </ActionIcon>
  );
  return (
    <div className={classes.picker}>
      <Select
        size="xs"
        label={t('preview.recipient')}
        searchable
        allowDeselect={false}
        filter={({ options: all }) => all}
        data={[...options].map(([id, label]) => ({ value: id, label }))}
        value={current ? String(current.id) : value === undefined ? null : String(value)}
        onSearchChange={setTyped}
        onDropdownOpen={() => {
          setTyped('');
          setOpened(true);
        }}
        onDropdownClose={() => setOpened(false)}
        onChange={(id, option) => {
          if (id === null || !option) return;
          setPicked({ value: id, label: option.label });
          onChange(Number(id));
        }}
      />
      {step(t('preview.previous'), previous, IconChevronLeft)}
      {step(t('preview.next'), next, IconChevronRight)}
    </div>
  );
}
