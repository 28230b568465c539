import { parse } from 'csv-parse/browser/esm/sync';
import { normaliseAddress } from '@headwater/domain/mail/address';
import { invitedRoles } from '@headwater/domain/roles';
import type { NewInvitation } from '../api/invitations.ts';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };

export const maxLines = 500;
/** Far more than 500 lines have. */
export const maxBytes = 1024 * 1024;

export type LineProblem = 'noAddress' | 'wrongAddress' | 'wrongRole' | 'twice';

export interface InviteLine {
  /** Number in the file, from 1. */
  line: number;
  cells: readonly string[];
  invitation: Omit<NewInvitation, 'language'>;
  problem?: LineProblem;
}

export interface InviteTable {
  head: readonly string[];
  lines: readonly InviteLine[];
}

const columns = {
  email: ['email', 'e-mail', 'email address', 'почта', 'адрес почты', 'эл. почта'],
  role: ['role', 'роль'],
  search: ['search', 'with search', 'поиск', 'с поиском'],
  department: ['department', 'отдел'],
} as const;

const fold = (text: string) => text.trim().toLowerCase();
const rolesByWord = new Map(
  invitedRoles.flatMap((role) => [role, en.roleName[role], ru.roleName[role]].map((word) => [fold(word), role] as const)),
);
const no = new Set(['no', 'false', '0', 'нет', '-']);

const findColumn = (head: readonly string[], names: readonly string[]) => head.findIndex((cell) => names.includes(fold(cell)));

/** The export of people is read too. Without a header the first column is the address. */
export function readInviteFile(text: string): InviteTable {
  const rows = parse(text, {
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    relax_quotes: true,
    info: true,
  }) as unknown as {
    record: string[];
    info: { lines: number };
  }[];
  const filled = rows.filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  const first = filled[0]?.record ?? [];
  const hasHead = findColumn(first, columns.email) >= 0;
  const head = hasHead
    ? first
    : ['email', 'role', 'search', 'department'].slice(0, Math.max(1, ...filled.map(({ record }) => record.length)));
  const at = Object.fromEntries(Object.entries(columns).map(([name, names]) => [name, findColumn(head, names)])) as Record<
    keyof typeof columns,
    number
  >;
  const known = new Set<string>();
  const lines = filled.slice(hasHead ? 1 : 0).map(({ record, info }): InviteLine => {
    const cell = (name: keyof typeof columns) => (record[at[name]] ?? '').trim();
    const [typed, word, department] = [cell('email'), cell('role'), cell('department')];
    const email = normaliseAddress(typed);
    const role = word === '' ? 'worker' : rolesByWord.get(fold(word));
    const isTwice = known.has(fold(typed));
    known.add(fold(typed));
    const problem = problemOf({ typed, email, role, isTwice });
    return {
      line: info.lines,
      cells: record,
      invitation: {
        email: email ?? typed,
        role: role ?? 'worker',
        ...(role === 'worker' && at.search >= 0 ? { can_search: !no.has(fold(cell('search'))) } : {}),
        ...(department === '' ? {} : { department }),
      },
      ...(problem ? { problem } : {}),
    };
  });
  return { head, lines };
}

function problemOf(found: { typed: string; email: string | null; role: string | undefined; isTwice: boolean }): LineProblem | undefined {
  if (found.typed === '') return 'noAddress';
  if (found.email === null) return 'wrongAddress';
  if (found.role === undefined) return 'wrongRole';
  return found.isTwice ? 'twice' : undefined;
}
