import { describe, expect, it } from 'vitest';
import { findRange, findUnreadRange, readMonth } from './dates.ts';
import { parseResume } from './parse-resume.ts';
import { findAnchors } from './position-lines.ts';

const august = [
  'Aug 2019',
  'Aug. 2019',
  'August 2019',
  'August, 2019',
  'Aug-2019',
  'Aug/2019',
  'AUG 2019',
  "Aug '19",
  'Aug’19',
  'Aug-19',
  '08/2019',
  '8/2019',
  '08.2019',
  '2019-08',
  '2019/08',
  '1 Aug 2019',
  '1st of August 2019',
  'Aug 1, 2019',
  'August 1st 2019',
  '01.08.2019',
  '2019-08-15',
  '2019 August',
  'август 2019',
  'августа 2019 г.',
  '1 августа 2019 года',
  'авг. 2019',
  'août 2019',
  'agosto de 2019',
  'sierpień 2019',
  'srpen 2019',
  'ağustos 2019',
];
const dashes = [' – ', ' - ', '—', '–', ' to ', ' till ', ' until ', ' ~ ', ' − '];
const now = [
  'Present',
  'present day',
  'Till Date',
  'till now',
  'To Date',
  'Current',
  'currently',
  'Now',
  'today',
  'Ongoing',
  'until today',
  'н.в.',
  'н. в.',
  'настоящее время',
  'по настоящее время',
  'по наст. время',
  'по сей день',
  'сегодня',
  'текущее время',
  'heute',
  'bis heute',
  'aujourd’hui',
  'actualidad',
  'la actualidad',
  'presente',
  'atual',
  'oggi',
  'obecnie',
  'do teraz',
  'současnost',
  'heden',
  'теперішній час',
  'devam ediyor',
];

describe('a moment', () => {
  it.each(august)('reads August 2019: %s', (text) => {
    expect(readMonth(text)).toBe('2019-08');
  });

  it.each([
    ['2019', '2019'],
    ['2019 г.', '2019'],
    ["'19", '2019'],
    ["'98", '1998'],
    ['Summer 2019', '2019'],
    ['early 2019', '2019'],
    ['начало 2019 года', '2019'],
    ['Q3 2019', '2019-07'],
    ["Q3'19", '2019-07'],
    ['3 кв. 2019', '2019-07'],
    ['III квартал 2019', '2019-07'],
    ['2019 Q3', '2019-07'],
    ['H2 2019', '2019-07'],
    ['12/25/2019', '2019-12'],
    ['25/12/2019', '2019-12'],
  ])('%s', (text, moment) => {
    expect(readMonth(text)).toBe(moment);
  });

  it('ends a quarter or a half with its last month', () => {
    expect([readMonth('Q3 2019', 'end'), readMonth('H1 2019', 'end'), readMonth('2019 г.', 'end')]).toEqual(['2019-09', '2019-06', '2019']);
  });

  it.each(['', 'soon', '2019 people', '12', '13/2019x', 'when the project ended'])('ignores a text without a date: %j', (text) => {
    expect(readMonth(text)).toBeUndefined();
  });
});

describe('a period', () => {
  it.each(august.flatMap((start) => now.slice(0, 6).map((end) => `${start} – ${end}`)))('is current: %s', (text) => {
    expect(findRange(text)).toMatchObject({ start: '2019-08', text });
    expect(findRange(text)).not.toHaveProperty('end');
  });

  it.each(now.flatMap((end) => dashes.slice(0, 4).map((dash) => `Aug 2019${dash}${end}`)))('is current: %s', (text) => {
    expect(findRange(text)).toEqual({ start: '2019-08', text });
  });

  it.each(august.flatMap((end) => dashes.map((dash) => `Jan 2017${dash}${end}`)))('has an end: %s', (text) => {
    expect(findRange(text)).toEqual({ start: '2017-01', end: '2019-08', text });
  });

  it.each([
    ["Jan '17 – Aug '19", '2017-01', '2019-08'],
    ['Feb’15 - Dec’16', '2015-02', '2016-12'],
    ['Jan 17 - Aug 19', '2017-01', '2019-08'],
    ['01/17 - 08/19', '2017-01', '2019-08'],
    ["'17 – '19", '2017', '2019'],
    ['2017–19', '2017', '2019'],
    ['2017/2019', undefined, undefined],
    ['Q1 2017 – Q3 2019', '2017-01', '2019-09'],
    ['с января 2017 по август 2019', '2017-01', '2019-08'],
    ['from Jan 2017 to Aug 2019', '2017-01', '2019-08'],
    ['Aug 2019 – ', '2019-08', undefined],
    ['since 2019', '2019', undefined],
    ['2019 - 2017', undefined, undefined],
    ['release 2.10 - 3.12 of the product', undefined, undefined],
  ])('%s', (text, start, end) => {
    const range = findRange(text);
    expect([range?.start, range?.end]).toEqual([start, end]);
  });

  it.each([
    'Aug 2019 – end of the project',
    'Aug 2019 until the office closed',
    '2019 – ??',
    'март 2019 – до закрытия филиала',
    'some time – Aug 2019',
    '2019 - 20XX',
  ])('is reported as an unreadable period: %s', (text) => {
    expect(findRange(text)).toBeUndefined();
    expect(findUnreadRange(text)).toMatchObject({ text, isUnread: true });
  });

  it.each(['2019 – Senior Developer', 'Acme Ltd, 2019', 'Windows 95 – Windows 98', 'Sales of 2019 grew'])('is no period: %s', (text) => {
    expect(findUnreadRange(text)).toBeUndefined();
  });
});

const jobsOf = (...periods: string[]) => {
  const jobs = periods.map((period, index) => `Data Analyst\n${['Acme', 'Beta', 'Gamma'][index] ?? ''} Ltd\n${period}\nMade reports.\n`);
  const text = `Jane Quirk\njane@x.test\n\nExperience\n${jobs.join('\n')}\nEducation\nQuirk University, BSc Statistics, 2010 - 2014\nSkills\nPython`;
  return parseResume({ text, links: [] })?.positions?.map(({ company, start, end, is_current: isCurrent }) => [
    company,
    start,
    end,
    isCurrent,
  ]);
};

describe('a job', () => {
  it('[FILE-007] is found with any spelling of its dates', () => {
    expect(jobsOf('Aug 2019 – Till Date', 'Jul 2015 – Jul 2019')).toEqual([
      ['Acme Ltd', '2019-08', null, true],
      ['Beta Ltd', '2015-07', '2019-07', false],
    ]);
    expect(jobsOf("Jan '17 – Aug '19", 'Feb’15 - Dec’16')).toEqual([
      ['Acme Ltd', '2017-01', '2019-08', false],
      ['Beta Ltd', '2015-02', '2016-12', false],
    ]);
  });

  it('does not read a year and a title as a period', () => {
    expect(findAnchors(['2019 – Contract Developer', 'Contract Developer – 2019'])).toEqual([]);
    expect(findAnchors(['2019 – end of the contract'])).toHaveLength(1);
  });

  it('[FILE-007] keeps the text of an unreadable period, and is not the current job', () => {
    expect(jobsOf('Aug 2019 – end of the project', '2015 – 2018')).toEqual([
      ['Acme Ltd', '2019-08', null, false],
      ['Beta Ltd', '2015', '2018', false],
    ]);
    const text = 'Jane Quirk\njane@x.test\n\nExperience\nAnalyst\nAcme Ltd\nPeriod: two long summers\nMade reports.\nSkills\nPython';
    expect(parseResume({ text, links: [] })?.positions).toMatchObject([
      { title: 'Analyst', company: 'Acme Ltd', start: null, end: null, is_current: false, description: 'two long summers\nMade reports.' },
    ]);
  });
});
