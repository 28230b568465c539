import { Button, Group, Stack } from '@mantine/core';
import { type AtsVendorName, atsVendors } from '@headwater/domain/ats/vendors';
import { textsOf } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';
import { type Chosen, failedRows } from '../api/ats.ts';
import classes from './ats.module.css';
import { SendDialog } from './SendDialog.tsx';

/** Returns the id of the started job. Import this lazily, with its texts. */
export function openSend(vendor: AtsVendorName, chosen: Chosen): Promise<number | undefined> {
  const t = textsOf('ats');
  return openModal<number>({
    title: t('sendTitle', { count: chosen.count, service: atsVendors[vendor].title }),
    size: 'md',
    content: (close) => <SendDialog vendor={vendor} chosen={chosen} onDone={close} />,
  });
}

/** Names each person that was not sent, with the reason. */
export async function showFailedRows(jobId: number): Promise<void> {
  const t = textsOf('ats');
  const { rows, count } = await failedRows(jobId);
  if (count === 0) return;
  await openModal({
    title: t('failedTitle'),
    size: 'md',
    content: (close) => (
      <Stack gap="md">
        <p className={classes.quiet}>{t('failedText', { count })}</p>
        <ul className={classes.people}>
          {rows.map(({ profile_id: id, name, error }) => (
            <li key={id}>
              <a href={`/profiles/${id}`}>{name || id}</a>: {error}
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button onClick={() => close()}>{t('close')}</Button>
        </Group>
      </Stack>
    ),
  });
}
