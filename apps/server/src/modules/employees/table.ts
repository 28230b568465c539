import { readTexts } from '@headwater/contract/texts';
import type { Employee } from '@headwater/contract/employees';
import type { Language } from '@headwater/contract/errors';
import type { Column } from '#platform/export/columns.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

export const peopleText = readTexts({ en, ru });

type Key = keyof (typeof en)['column'];
type Word = keyof (typeof en)['word'];

const titleOf = (key: Key) => ({ key, title: (language: Language) => peopleText(`column.${key}`, language) });
const text = (key: Key, value: (person: Employee) => string): Column<Employee> => ({ ...titleOf(key), format: 'text', value });
const moment = (key: Key, value: (person: Employee) => string | null): Column<Employee> => ({
  ...titleOf(key),
  format: 'date-time',
  value: (person) => {
    const at = value(person);
    return at === null ? null : new Date(at);
  },
});

/** Invitations read the columns email, role, search and department again. */
export function peopleColumns(language: Language): readonly Column<Employee>[] {
  const word = (key: Key, value: (person: Employee) => Word | undefined) =>
    text(key, (person) => {
      const found = value(person);
      return found === undefined ? '' : peopleText(`word.${found}`, language);
    });
  return [
    text('first_name', ({ first_name: name }) => name),
    text('last_name', ({ last_name: name }) => name),
    text('email', ({ email }) => email),
    word('role', ({ role }) => role),
    word('search', ({ can_search: searches }) => (searches ? 'yes' : 'no')),
    text('department', ({ department }) => department?.name ?? ''),
    text('group', ({ group }) => group?.name ?? ''),
    word('status', ({ status, invitation }) => (invitation && status === 'active' ? 'pending' : status)),
    word('second_factor', ({ has_second_factor: isGuarded }) => (isGuarded ? 'yes' : 'no')),
    word('way', ({ last_sign_in: signIn }) => signIn?.way),
    moment('last_seen', ({ last_seen_at: at }) => at),
    moment('joined', ({ date_joined: at }) => at),
  ];
}

const batch = 500;

export async function* readPeople(read: (page: { limit: number; offset: number }) => Promise<Employee[]>): AsyncGenerator<Employee[]> {
  let offset = 0;
  let rows: Employee[];
  do {
    rows = await read({ limit: batch, offset });
    yield rows;
    offset += batch;
  } while (rows.length === batch);
}
