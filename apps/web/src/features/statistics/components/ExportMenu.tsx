import { Button, Menu } from '@mantine/core';
import { IconDownload, IconPrinter, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import type { TableType } from '@headwater/contract/export-file';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';

export interface Exported {
  title: string;
  save: (type: TableType) => Promise<void>;
}

const icon = { size: 16, stroke: 1.6 };

/** STC-023: tables as CSV and XLSX, and the page on paper. */
export function ExportMenu({ tables }: { tables: readonly Exported[] }) {
  const { t } = useTranslation('statistics');
  const [busy, setBusy] = useState(false);
  const start = (save: Exported['save'], type: TableType) => {
    setBusy(true);
    void save(type)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" loading={busy} leftSection={<IconDownload {...icon} />}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tables.flatMap(({ title, save }) =>
          (['csv', 'xlsx'] as const).map((type) => (
            <Menu.Item key={`${title} ${type}`} leftSection={<IconTable {...icon} />} onClick={() => start(save, type)}>
              {t(`exportAs.${type}`, { title })}
            </Menu.Item>
          )),
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => globalThis.print()}>
          {t('print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
