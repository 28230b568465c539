import { expect, it } from 'vitest';
import { withTemplate } from './with-template.ts';

const variable = (name: string, value: string) => ({ name, value });

it('keeps the typed text above the template, with typed values and each file once', () => {
  const typed = { subject: '', body: '<p>Hi</p>', custom_variables: [variable('SALARY', '5000')], attachments: [{ id: 1 }] };
  const template = {
    subject: 'Role',
    body: '<p>Role</p>',
    custom_variables: [variable('SALARY', ''), variable('CITY', 'Berlin')],
    attachments: [{ id: 1 }, { id: 2 }],
  };
  expect(withTemplate(typed, template)).toEqual({
    subject: 'Role',
    body: '<p>Hi</p><p>Role</p>',
    custom_variables: [variable('SALARY', '5000'), variable('CITY', 'Berlin')],
    attachments: [{ id: 1 }, { id: 2 }],
  });
  expect(withTemplate({ ...typed, subject: 'Mine' }, template).subject).toBe('Mine');
});
