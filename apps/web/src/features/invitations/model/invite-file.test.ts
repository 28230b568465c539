import { expect, it } from 'vitest';
import { readInviteFile } from './invite-file.ts';

const invitations = (text: string) => readInviteFile(text).lines.map(({ invitation }) => invitation);

it('[EMP-081] reads address, role, search and department in both languages and any delimiter', () => {
  expect(invitations('Email,Role,Department\nada@a.test,Administrator,"Sales, EU"\n')).toEqual([
    { email: 'ada@a.test', role: 'admin', department: 'Sales, EU' },
  ]);
  expect(invitations('\uFEFFПочта;Роль;Поиск\r\nada@a.test;рекрутер;Нет\r\nbob@a.test;Нанимающий менеджер;Да\r\n')).toEqual([
    { email: 'ada@a.test', role: 'worker', can_search: false },
    { email: 'bob@a.test', role: 'hm' },
  ]);
  expect(invitations('ada@a.test\nbob@a.test,hm')).toEqual([
    { email: 'ada@a.test', role: 'worker' },
    { email: 'bob@a.test', role: 'hm' },
  ]);
});

it('[EMP-081] keeps each line with its number and problem', () => {
  const { lines } = readInviteFile('email,role\n\nada@a.test,\nnot an address,\nbob@a.test,king\n,admin\nADA@a.test,\n');
  expect(lines.map(({ line, problem }) => [line, problem])).toEqual([
    [3, undefined],
    [4, 'wrongAddress'],
    [5, 'wrongRole'],
    [6, 'noAddress'],
    [7, 'twice'],
  ]);
});
