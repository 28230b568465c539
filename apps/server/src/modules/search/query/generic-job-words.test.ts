import { describe, expect, it } from 'vitest';
import { genericJob } from './generic-job-words.ts';

describe('genericJob', () => {
  it.each([
    ['Python developer', 'Python'],
    ['Golang developer', 'Go'],
    ['Go-разработчик', 'Go'],
    ['Программист 1С', '1C'],
    ['разработчик на C++', 'C++'],
    ['PHP программист', 'PHP'],
    ['React Native developer', 'React Native'],
    ['Java software engineer', 'Java'],
    ['.NET developer', '.NET'],
    ['Android developer', 'Android'],
    ['Salesforce developer', 'Salesforce'],
  ])('[SRCH-001] recognises in %s the technology %s', (title, technology) => {
    expect(genericJob(title)?.technology?.name).toBe(technology);
    expect(genericJob(title)?.words).toContain('developer');
  });

  it.each([
    'Backend developer',
    'Network engineer',
    'Data engineer',
    'Software developer',
    'Game developer',
    'Accountant',
    'developer of 1000 things',
    '',
  ])('returns undefined for %j', (title) => expect(genericJob(title)).toBeUndefined());

  it('recognises general words in both languages', () => {
    expect(genericJob('Инженер')).toEqual({ words: ['engineer', 'инженер'], titles: [] });
    expect(genericJob('Developer')?.words).toContain('программист');
    expect(genericJob('developer')?.titles).toHaveLength(7);
  });
});
