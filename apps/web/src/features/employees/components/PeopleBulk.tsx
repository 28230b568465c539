import { Button, Menu, Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Employee } from '@headwater/contract/employees';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { openModal } from '#ui/modals.tsx';
import { partsQuery } from '../api/employees.ts';
import type { BulkAction } from '../model/bulk.ts';
import type { PeopleList } from '../model/people-list.ts';
import { useBulk } from './use-bulk.tsx';

interface Part {
  id: number;
  name: string;
}

function DepartmentForm({ companyId, close }: { companyId: number | undefined; close: (chosen?: Part | null) => void }) {
  const { t } = useTranslation('employees');
  const [search, setSearch] = useState('');
  const { data } = useQuery(partsQuery('departments', { companyId, search: '' }));
  const parts = data?.results ?? [];
  const form = useServerForm({
    initialValues: { department: null as string | null },
    submit: async ({ department }) => Promise.resolve(parts.find(({ id }) => String(id) === department) ?? null),
    onDone: close,
  });
  return (
    <ServerForm form={form} submitLabel={t('bulk.departmentSubmit')} onCancel={() => close()}>
      <Select
        label={t('field.department_id')}
        description={t('bulk.departmentText')}
        placeholder={t('part.none')}
        data={parts.map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={t('part.nothing')}
        clearable
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        {...form.field('department')}
      />
    </ServerForm>
  );
}

const openDepartment = (title: string, companyId: number | undefined) =>
  openModal<Part | null>({ title, size: 'sm', content: (close) => <DepartmentForm companyId={companyId} close={close} /> });

interface PeopleBulkProps {
  place: PeopleList;
  people: readonly Employee[];
  onDone: () => void;
}

const quiet = { variant: 'subtle', size: 'compact-sm', color: 'gray', flex: 'none', px: 7 } as const;

interface BulkMenuProps {
  label: string;
  items: readonly { action: BulkAction; label: string }[];
  countOf: (action: BulkAction) => number;
  start: (action: BulkAction) => void;
}

function BulkMenu({ label, items, countOf, start }: BulkMenuProps) {
  if (items.every(({ action }) => countOf(action) === 0)) return null;
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button {...quiet} rightSection={<IconChevronDown size={12} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <Menu.Item key={item.label} disabled={countOf(item.action) === 0} onClick={() => start(item.action)}>
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Actions for the selected people of a list. */
export function PeopleBulk({ place, people, onDone }: PeopleBulkProps) {
  const { t } = useTranslation('employees');
  const bulk = useBulk();
  const start = (action: BulkAction) => void bulk.run(action, people).then((isDone) => isDone && onDone());
  const choose = async () => {
    const department = await openDepartment(t('bulk.department'), place.companyId);
    if (department !== undefined) start({ kind: 'department', department });
  };
  if (bulk.progress)
    return (
      <>
        <span>{t('bulk.progress', { done: bulk.progress.done, count: bulk.progress.count })}</span>
        <Button {...quiet} onClick={bulk.stop}>
          {t('bulk.stop')}
        </Button>
      </>
    );
  const menu = { countOf: (action: BulkAction) => bulk.countOf(action, people), start };
  const someDepartment: BulkAction = { kind: 'department', department: { id: 0, name: '' } };
  return (
    <>
      <BulkMenu
        {...menu}
        label={t('role')}
        items={[
          { action: { kind: 'role', role: 'admin' }, label: t('switch.admin') },
          { action: { kind: 'role', role: 'worker' }, label: t('switch.worker') },
        ]}
      />
      <BulkMenu
        {...menu}
        label={t('search')}
        items={[
          { action: { kind: 'search', isOn: true }, label: t('bulk.searchOn') },
          { action: { kind: 'search', isOn: false }, label: t('bulk.searchOff') },
        ]}
      />
      {bulk.countOf(someDepartment, people) > 0 && (
        <Button {...quiet} aria-haspopup="dialog" onClick={() => void choose()}>
          {t('bulk.department')}
        </Button>
      )}
      <Button
        {...quiet}
        color="red"
        disabled={bulk.countOf({ kind: 'deactivate' }, people) === 0}
        onClick={() => start({ kind: 'deactivate' })}
      >
        {t('deactivate.action')}
      </Button>
    </>
  );
}
