import { contract } from '@headwater/contract/contract';
import type { TableImportPreview } from '@headwater/contract/table-imports';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const person = {
  name: 'Ann Lee',
  position: 'Engineer',
  place: 'Berlin',
  contacts: ['ann@acme.test'],
  skills: [],
  tags: [],
  note: '',
  status: '',
  vacancy: '',
};
const preview: TableImportPreview = {
  table: 'csv',
  sheets: [],
  sheet: null,
  encoding: 'utf-8',
  delimiter: 'comma',
  header: ['Who', 'Mail', 'Since'],
  header_line: 1,
  columns: ['ignore', 'ignore', 'start'],
  preset: null,
  is_remembered: false,
  is_usable: false,
  rows: [
    { line: 2, cells: ['Ann Lee', 'ann@acme.test', 'soon'], left_out: null, problems: [{ column: 2, problem: 'date' }], person },
    { line: 3, cells: ['', '', ''], left_out: 'no_person', problems: [], person: null },
  ],
  count: 2,
  is_counted: true,
  statuses: [],
  vacancies: [],
};

const job = {
  id: 5,
  kind: 'table_import',
  status: 'done' as const,
  done: 2,
  total: 2,
  details: { name: 'people.csv' },
  result: {},
  error: null,
  cancellable: false,
  undoable: true,
  undo_until: null,
  created_at: '2026-01-01T00:00:00.000Z',
  finished_at: '2026-01-01T00:00:00.000Z',
};
const view = {
  id: 3,
  file_name: 'people.csv',
  size: 40,
  done: 2,
  created: 1,
  changed: 0,
  known: 0,
  erased: 0,
  left_out: 1,
  job,
  created_at: job.created_at,
};

const table = new File(['Who,Mail,Since\nAnn Lee,ann@acme.test,soon\n,,\n'], 'people.csv');

const startButton = () => screen.getByRole('button', { name: 'Import 2 rows' });

async function chooseTable(): Promise<void> {
  await screen.findByRole('button', { name: 'Choose files' });
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('no field for files');
  fireEvent.change(input, { target: { files: [table] } });
}

it('[IMP-002] [IMP-003] [IMP-007] a table is mapped, previewed with its problems, and imported', async () => {
  const asked: unknown[] = [];
  await openApp('/profiles/import', {
    as: userOf('worker'),
    answers: (server) => {
      server.on(contract.tableImports.create, () => ({ id: 3, piece_bytes: 1000 }));
      server.on(contract.tableImports.piece, () => ({ received: 40 }));
      server.on(contract.tableImports.preview, ({ columns = preview.columns }) => ({
        ...preview,
        columns,
        is_usable: columns.includes('full_name'),
      }));
      server.on(contract.tableImports.start, (input) => {
        asked.push(input);
        return view;
      });
      server.on(contract.tableImports.get, () => view);
    },
  });
  await chooseTable();
  await screen.findByText('Choose at least one column with a name, an e-mail, a phone or a link.');
  const shown = await screen.findByRole('region', { name: 'Preview' });
  within(shown).getByText(/“soon” – the date is not read/);
  within(shown).getByText('Left out: no name and no contact');
  fireEvent.click(screen.getAllByLabelText('Import Who as')[0] as HTMLElement);
  // jsdom shows the options of all columns.
  fireEvent.click((await screen.findAllByRole('option', { name: 'Full name' }))[0] as HTMLElement);
  await expect.poll(() => startButton().hasAttribute('disabled')).toBe(false);
  fireEvent.click(startButton());
  await screen.findByText('Import finished');
  expect(asked).toMatchObject([{ columns: ['full_name', 'ignore', 'start'], header_line: 1, duplicates: 'skip' }]);
  screen.getByRole('button', { name: 'Download skipped rows' });
  screen.getByRole('button', { name: 'Undo import' });
});

it('[IMP-001] says why a table cannot be read', async () => {
  await openApp('/profiles/import', {
    as: userOf('worker'),
    answers: (server) => {
      server.on(contract.tableImports.create, () => ({ id: 3, piece_bytes: 1000 }));
      server.on(contract.tableImports.piece, () => ({ received: 40 }));
      server.on(contract.tableImports.preview, () => json(400, { file: ['The file is damaged'] }));
    },
  });
  await chooseTable();
  await screen.findByText('The file is damaged');
  screen.getByRole('button', { name: 'Choose another file' });
});
