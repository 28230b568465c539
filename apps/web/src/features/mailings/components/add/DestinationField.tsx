import { Select, type SelectProps } from '@mantine/core';
import type { MailingListView } from '@headwater/contract/mailings';
import { useTranslation } from '#lib/use-translation.ts';
import type { Where } from '../../api/destinations.ts';
import { isRunning } from '../../model/launch.ts';
import { MailingStatus } from '../MailingStatus.tsx';
import mailings from '../mailings.module.css';
import classes from './destination.module.css';

export const makeNew = 'new';
export type Destination = MailingListView | typeof makeNew;

/** Adds the vacancy, because mailings of different vacancies often share a name. */
const labelOf = ({ name, folder }: MailingListView, where: Where): string =>
  where.kind === 'mailing' && where.folderId === null && folder ? `${name} · ${folder.name}` : name;

/** SEQ-031: a running sequence sends to a new recipient; a mailing waits for its next launch. */
function AfterAdding({ to }: { to: MailingListView }) {
  const { t } = useTranslation('mailings');
  if (to.messaging_type === 'mailing' || to.status === 'pending') return t('add.waits');
  const { sender } = to;
  const words = sender ? t('add.atOnceFrom', { name: `${sender.first_name} ${sender.last_name}`.trim() }) : t('add.atOnce');
  return <strong className={classes.atOnce}>{words}</strong>;
}

interface DestinationFieldProps {
  where: Where;
  offered: readonly MailingListView[];
  value: Destination | undefined;
  newName: string | undefined;
  isOwn: (row: MailingListView) => boolean;
  onChoose: (to: Destination | undefined) => void;
  onSearch: (text: string) => void;
}

export function DestinationField({ where, offered, value, newName, isOwn, onChoose, onSearch }: DestinationFieldProps) {
  const { t } = useTranslation('mailings');
  const data = [
    ...offered.map((row) => ({ value: String(row.id), label: labelOf(row, where) })),
    ...(newName === undefined ? [] : [{ value: makeNew, label: t('add.new', { name: newName }) }]),
  ];
  const renderOption: SelectProps['renderOption'] = ({ option }) => {
    const row = offered.find(({ id }) => String(id) === option.value);
    if (!row) return option.label;
    const by = !isOwn(row) && row.created_by ? `${row.created_by.first_name} ${row.created_by.last_name}`.trim() : undefined;
    return (
      <span className={classes.destination}>
        <span className={classes.destinationName}>{option.label}</span>
        <MailingStatus status={row.status} />
        <span className={mailings.small}>{[t('add.people', { count: row.recipients_count }), by].filter(Boolean).join(' · ')}</span>
      </span>
    );
  };
  const words = [
    ...(newName === undefined ? [t('add.ofVacancies')] : []),
    ...(typeof value === 'object' && isRunning(value) ? [<AfterAdding key="after" to={value} />] : []),
  ];
  return (
    <Select
      label={t(where.kind === 'mailing' ? 'mailing' : 'add.sequence')}
      data-autofocus
      searchable
      allowDeselect={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={words.length > 0 ? <span className={classes.destinationNotes}>{words}</span> : undefined}
      nothingFoundMessage={t('add.noneFits')}
      // The field reports the chosen label as a search, too.
      onSearchChange={(text) => onSearch(data.some(({ label }) => label === text) ? '' : text.trim())}
      data={data}
      renderOption={renderOption}
      value={value ? (value === makeNew ? makeNew : String(value.id)) : null}
      onChange={(next) => onChoose(next === makeNew ? makeNew : offered.find(({ id }) => String(id) === next))}
    />
  );
}
