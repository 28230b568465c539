import { describe, expect, it } from 'vitest';
import { parseEducations } from './parse-educations.ts';

const read = (text: string) =>
  parseEducations(text.split('\n')).map((each) => [each.institution, each.degree, each.start_year, each.end_year]);

describe('educations', () => {
  it.each([
    ['Master of CS, 2012 - 2014\nKTH', [['KTH', 'Master', 2012, 2014]]],
    ['BSc in Physics, 2005 – 2009\nETH Zürich', [['ETH Zürich', 'BSc', 2005, 2009]]],
    [
      'MSc Finance, 2016 - 2018\nHEC Paris\nBSc Economics, 2012 - 2016\nLSE',
      [
        ['HEC Paris', 'MSc Finance', 2016, 2018],
        ['LSE', 'BSc Economics', 2012, 2016],
      ],
    ],
    [
      'Bachelor of Arts, 2001 - 2004\nUCL\nMaster of Arts, 2004 - 2005\nUCL',
      [
        ['UCL', 'Bachelor of Arts', 2001, 2004],
        ['UCL', 'Master of Arts', 2004, 2005],
      ],
    ],
  ])('[FILE-007] have a short school below a degree with years: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['UCLA\nB.S.\nGPA: 3.8\nSep 2009 - Jun 2013', ['UCLA', 'B.S.', 2009, 2013]],
    ['UCLA\nB.S. Computer Science\nGPA 3.8\n2009 - 2013', ['UCLA', 'B.S. Computer Science', 2009, 2013]],
    ['NYU\nB.A.\nGPA: 3.6/4.0\n2010 – 2014', ['NYU', 'B.A.', 2010, 2014]],
    ['Caltech\nM.S.\n2011-2013', ['Caltech', 'M.S.', 2011, 2013]],
    ['2003 - 2008\nCaltech\nPh.D.', ['Caltech', 'Ph.D.', 2003, 2008]],
  ])('[FILE-007] have their years around the degree: %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it.each([
    ['Foo College\nBachelor of Arts\nBar College, 2015 - 2017\nMaster of Arts', 'Bachelor of Arts'],
    ['BSc Physics, 2010 - 2014\nBar College\nMSc Physics', 'MSc Physics'],
  ])('[FILE-007] take no years of another entry: %s', (text, degree) => {
    expect(
      read(text)
        .find(([, each]) => each === degree)
        ?.slice(2),
    ).not.toEqual(expect.arrayContaining([expect.any(Number)]));
  });

  it.each(['IELTS, 2015', 'TOEFL, 2012', 'GRE 2010', 'ЕГЭ, 2009', 'CFA Level I, 2019'])('[FILE-007] are no examinations: %s', (line) => {
    expect(read(`Kyiv Polytechnic Institute 2008 - 2013\n${line}`)).toEqual([['Kyiv Polytechnic Institute', null, 2008, 2013]]);
  });
});
