import { describe, expect, it } from 'vitest';
import { generalJob } from './generic-job-words.ts';

describe('a technology and a job in one title', () => {
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
  ])('[SRCH-001] %s works with %s', (title, technology) => {
    expect(generalJob(title)?.technology?.name).toBe(technology);
    expect(generalJob(title)?.words).toContain('developer');
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
  ])('%j is no such title', (title) => expect(generalJob(title)).toBeUndefined());

  it('knows a general word in both languages', () => {
    expect(generalJob('Инженер')).toEqual({ words: ['engineer', 'инженер'], titles: [] });
    expect(generalJob('Developer')?.words).toContain('программист');
    expect(generalJob('developer')?.titles).toHaveLength(7);
  });
});
