import { readTexts } from '@headwater/contract/texts';
import type { Column } from '#platform/export/columns.ts';
import type { CallRow } from './store.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

export const usageText = readTexts({ en, ru });

export const usageColumns: readonly Column<CallRow>[] = [
  { key: 'day', title: (language) => usageText('column.day', language), format: 'date', value: ({ day }) => day },
  { key: 'person', title: (language) => usageText('column.person', language), format: 'text', value: ({ person }) => person },
  { key: 'resource', title: (language) => usageText('column.resource', language), format: 'text', value: ({ resource }) => resource },
  { key: 'calls', title: (language) => usageText('column.calls', language), format: 'integer', value: ({ calls }) => calls },
];

const batch = 1000;

export async function* readCalls(
  read: (page: { after: CallRow | undefined; limit: number }) => Promise<CallRow[]>,
): AsyncGenerator<CallRow[]> {
  let after: CallRow | undefined;
  do {
    const rows = await read({ after, limit: batch });
    yield rows;
    after = rows.length < batch ? undefined : rows.at(-1);
  } while (after);
}
