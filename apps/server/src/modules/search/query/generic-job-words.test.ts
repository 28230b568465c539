import { describe, expect, it } from 'vitest';
import { genericJob } from './generic-job-words.ts';

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
  ])('%j is no such title', (title) => expect(genericJob(title)).toBeUndefined());

  it('knows a general word in both languages', () => {
    expect(genericJob('Инженер')).toEqual({ words: ['engineer', 'инженер'], titles: [] });
    expect(genericJob('Developer')?.words).toContain('программист');
    expect(genericJob('developer')?.titles).toHaveLength(7);
  });
});
