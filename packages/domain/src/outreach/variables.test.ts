import { assert, constantFrom, property, string, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  builtInVariables,
  emptyVariables,
  fillVariables,
  mailingVariables,
  usedVariables,
  variableName,
  variableNameProblem,
  withFallbacks,
} from './variables.ts';

describe('variables', () => {
  it('[EDIT-033] [EDIT-036] have upper-case names', () => {
    expect(['salary', ' Зарплата ', 'ціна_1', 'ёлка'].map(variableName)).toEqual(['SALARY', 'ЗАРПЛАТА', 'ЦІНА_1', 'ЁЛКА']);
    assert(
      property(string(), (typed) => {
        expect(variableName(variableName(typed))).toBe(variableName(typed));
      }),
    );
  });

  it('[EDIT-037] [EDIT-038] [EDIT-039] have names of 1 to 50 characters, digits and underscores', () => {
    expect(['SALARY', 'ЗАРПЛАТА_2', 'ЦІНА', '_', '7', 'X'.repeat(50)].map(variableNameProblem)).toEqual(Array(6).fill(undefined));
    expect(['', 'X'.repeat(51), 'A B', 'A-B', 'É', 'lower', '{{X}}', 'A\n'].map(variableNameProblem)).toEqual([
      'empty',
      'long',
      ...Array(6).fill('signs'),
    ]);
  });

  it('[EDIT-034] are encoded inside a link address unless they are the whole address', () => {
    const html =
      '<a href="https://x.test/?at={{COMPANY}}&amp;to={{SENDER_EMAIL}}" title="{{COMPANY}}">{{COMPANY}}</a> <a href="{{PAGE}}">p</a>';
    const values = { COMPANY: 'Смит & "Co" #1', SENDER_EMAIL: 'a@x.test', PAGE: 'https://y.test/?a=1&b=2', FIRST_NAME: 'x' };
    const filled = fillVariables(html, values, 'html');
    expect(filled).toContain(`href="https://x.test/?at=${encodeURIComponent('Смит & "Co" #1')}&amp;to=a@x.test"`);
    expect(filled).toContain('>Смит &amp; &quot;Co&quot; #1</a>');
    expect(filled).toContain('<a href="https://y.test/?a=1&amp;b=2">');
    const once = fillVariables('<a href="https://x.test/{{COMPANY}}">', { COMPANY: '{{FIRST_NAME}}', FIRST_NAME: 'x' }, 'html');
    expect(once).toBe('<a href="https://x.test/%7B%7BFIRST_NAME%7D%7D">');
  });

  it('[EDIT-034] [EDIT-035] are known names between double braces', () => {
    const text = '{{FIRST_NAME}} {{BONUS}} {{ FIRST_NAME }} {{first_name}} {LAST_NAME} {{{COMPANY}}} {{FIRST_NAME}}';
    expect(usedVariables(text)).toEqual(['FIRST_NAME', 'COMPANY']);
    expect(usedVariables(text, ['BONUS'])).toEqual(['BONUS']);
    expect(fillVariables(text, { FIRST_NAME: 'Ann' }, 'text')).toBe(
      'Ann {{BONUS}} {{ FIRST_NAME }} {{first_name}} {LAST_NAME} {{{COMPANY}}} Ann',
    );
    expect(fillVariables('{{CONSTRUCTOR}} {{__PROTO__}}', {}, 'text')).toBe('{{CONSTRUCTOR}} {{__PROTO__}}');
  });

  it('[EDIT-035] are filled in once: values with braces or markup stay text', () => {
    assert(
      property(string(), constantFrom(...builtInVariables), (value, name) => {
        expect(fillVariables(`{{${name}}}`, { [name]: value, LAST_NAME: value }, 'text')).toBe(value);
        expect(fillVariables(`{{${name}}}`, { [name]: value }, 'html')).not.toMatch(/[<>"']/);
      }),
    );
    expect(fillVariables('{{FIRST_NAME}}', { FIRST_NAME: '{{LAST_NAME}}', LAST_NAME: 'X' }, 'text')).toBe('{{LAST_NAME}}');
    expect(fillVariables('{{FIRST_NAME}}', { FIRST_NAME: '$& $1' }, 'text')).toBe('$& $1');
  });

  it('[EDIT-040] [EDIT-041] [EDIT-042] [EDIT-044] are built in or custom, with fallback, options and usage', () => {
    const custom = [
      { name: 'SALARY', value: '100', data: ['100', '200'] },
      { name: 'FIRST_NAME', value: 'friend', data: [] },
    ];
    const all = mailingVariables(custom, ['Hello {{FIRST_NAME}}', '{{SALARY}}']);
    expect(all.map(({ name }) => name)).toEqual([...builtInVariables, 'SALARY']);
    expect(builtInVariables).toEqual(
      'FIRST_NAME LAST_NAME FULL_NAME POSITION COMPANY LOCATION VACANCY SENDER_NAME SENDER_EMAIL UNSUBSCRIBE'.split(' '),
    );
    expect(all[0]).toEqual({ id: 'template', name: 'FIRST_NAME', path: 'first_name', value: 'friend', data: [], used: true });
    expect(all[1]).toMatchObject({ id: 'template', name: 'LAST_NAME', value: '', used: false });
    expect(all.at(-1)).toEqual({ id: 'custom', name: 'SALARY', path: 'salary', value: '100', data: ['100', '200'], used: true });
  });

  it('[EDIT-040] use the fallback only if a person has no value', () => {
    const custom = [
      { name: 'FIRST_NAME', value: 'friend' },
      { name: 'CITY', value: 'Berlin' },
    ];
    expect(withFallbacks({ FIRST_NAME: ' ', LAST_NAME: null }, custom)).toEqual({ FIRST_NAME: 'friend', LAST_NAME: null, CITY: 'Berlin' });
    expect(withFallbacks({ FIRST_NAME: 'Ann' }, custom)).toMatchObject({ FIRST_NAME: 'Ann' });
    expect(emptyVariables('{{FIRST_NAME}} {{LAST_NAME}}', withFallbacks({ FIRST_NAME: null, LAST_NAME: null }, custom))).toEqual([
      'LAST_NAME',
    ]);
    assert(
      property(stringMatching(/^[A-Z]{1,8}$/), (name) => {
        expect(withFallbacks({}, [{ name, value: 'x' }])).toEqual({ [name]: 'x' });
      }),
    );
  });
});
