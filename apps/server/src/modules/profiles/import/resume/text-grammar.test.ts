import { describe, expect, it } from 'vitest';
import { findContacts } from './contacts.ts';
import { findRange, joinBrokenDates } from './dates.ts';
import { findName } from './find-name.ts';
import { parseEducations } from './parse-educations.ts';
import { parseResume } from './parse-resume.ts';
import { parseSkills } from './parse-skills.ts';
import { findLocation } from './personal.ts';
import { headingOf, splitSections } from './sections.ts';

const phones = (text: string) => findContacts({ text, links: [] }).contacts.flatMap(({ type, value }) => (type === 'phone' ? [value] : []));
const skills = (text: string) => parseSkills(text.split('\n')).map((skill) => skill.name);

describe('the grammar of resumes', () => {
  it.each([
    ['1—999—888—7777', '1-999-888-7777'],
    ['born 1995\n617–555–0158 — preferred', '617-555-0158'],
    ['8—903—555—84—90', '8-903-555-84-90'],
    ['8.912.555.49.92 (Mobile)', '8.912.555.49.92'],
  ])('[FILE-007] reads the phone in %j with any dashes', (text, phone) => {
    expect(phones(text)).toEqual([phone]);
  });

  it.each(['0044 20 7946 0991', 'T 020 7946 0991', 'M: 07700 900123', '9876543210', '06 12 34 56 78', 'Contact No: 98765 43210'])(
    '[FILE-007] reads a phone without a country in the head of a page: %s',
    (text) => {
      expect(phones(`Jane Quirk\n${text}\nLondon`)).toEqual([text.replace(/^[A-Za-z :]+/, '')]);
    },
  );

  it.each(['01.2019 - heute\tEntwickler', '03/2015 – 12/2018', '10.2012'])('[FILE-007] does not read a date as a phone: %s', (text) => {
    expect(phones(text)).toEqual([]);
  });

  it.each([
    ['Academic Background', 'education'],
    ['Job-related skills\tGit, SQL', 'skills'],
    ['Основные профессиональные навыки', 'skills'],
    ['Skills: Git, SQL, a list that is much longer than any heading could be in a resume', 'skills'],
  ])('[FILE-007] reads %j as a heading', (line, kind) => {
    expect(headingOf(line)?.kind).toBe(kind);
  });

  it.each(['Experience with large teams', 'Skills and experience in selling cars', 'Опыт продаж'])('reads %j as text', (line) => {
    expect(headingOf(line)).toBeUndefined();
  });

  it('[FILE-007] opens sections with the labels of records', () => {
    const kinds = splitSections('Name: Ann Lee\nPosition: Cook\nCompany: Inn\n\nInstitution: Westmere College').map(({ kind, lines }) => [
      kind,
      lines.length,
    ]);
    expect(kinds).toEqual([
      ['head', 1],
      ['experience', 3],
      ['education', 1],
    ]);
  });

  it('[FILE-007] joins dates that a cell has broken, and keeps the text beside them', () => {
    expect(joinBrokenDates(['Июль 2023 — настоящее\tГК «Оптима»', 'время\tКазань'])).toEqual([
      'Июль 2023 — настоящее время\tГК «Оптима»',
      'Казань',
    ]);
    expect(joinBrokenDates(['September 2022 — till\tSpotify', 'now\tToronto'])).toEqual(['September 2022 — till now\tSpotify', 'Toronto']);
    expect(findRange('Июл 2015 - Мар 2018')).toMatchObject({ start: '2015-07', end: '2018-03' });
  });

  it('[FILE-007] prefers the name in the address of the page, and ignores a school', () => {
    const lines = ['Trinity College', 'Dublin', 'sofia.bellweather@example.com', 'Anna Smith', 'SOFIA BELLWEATHER'];
    expect(findName(lines)?.name).toBe('SOFIA BELLWEATHER');
  });

  it('[FILE-007] joins a name that a column has broken, in either order, and no other lines', () => {
    const mail = 'ildar.zaborovskiy@example.com';
    expect(findName([mail, 'Ильдар Иванович', 'Заборовский', 'Директор'])).toEqual({
      name: 'Ильдар Иванович Заборовский',
      line: 1,
      lastLine: 2,
    });
    expect(findName([mail, 'Заборовский', 'Ильдар Иванович', 'Директор'])?.name).toBe('Заборовский Ильдар Иванович');
    expect(findName(['Anna Smith', 'Meridian Falls', 'anna.smith@example.com'])?.name).toBe('Anna Smith');
  });

  it.each(['+1 617 555 0176 (Mobile)', 'Mobile: +1 617 555 0176', 'Mobile 617-555-0176'])(
    '[FILE-007] takes no kind of phone for the town of that name in %j',
    (line) => {
      expect(findLocation([line, 'Lisbon, Portugal'])).toMatchObject({ city: 'Lisbon' });
      expect(findLocation(['Mobile, AL'])).toMatchObject({ city: 'Mobile', country_code: 'US' });
    },
  );

  it.each([
    [
      'KTH, Computer Science, 2012 - 2014\nUppsala University, Bachelor of Physics, 2008 - 2012',
      'KTH 2012-2014, Uppsala University 2008-2012',
    ],
    [
      'Uppsala University, Bachelor of Physics, 2008 - 2012\nKTH, Computer Science, 2012 - 2014',
      'Uppsala University 2008-2012, KTH 2012-2014',
    ],
    ['2012 - 2014 KTH, Computer Science\n2008 - 2012 Uppsala University, Physics', 'KTH 2012-2014, Uppsala University 2008-2012'],
    ['2012 - 2014\nKTH, Computer Science\n2008 - 2012\nUppsala University, Physics', 'KTH 2012-2014, Uppsala University 2008-2012'],
    ['KTH\nMSc Computing, 2012 - 2014\nUppsala University\nBSc Physics, 2008 - 2012', 'KTH 2012-2014, Uppsala University 2008-2012'],
    [
      'RWTH Aachen\nMSc Computing\n2012 - 2014\n\nUppsala University\nBSc Physics\n2008 - 2012',
      'RWTH Aachen 2012-2014, Uppsala University 2008-2012',
    ],
    ['MSc Computing, KTH, 2012 - 2014\nBSc Physics, Uppsala University, 2008 - 2012', 'KTH 2012-2014, Uppsala University 2008-2012'],
    ['ETH Zürich, MSc Robotics, 2014\nUniversity of Bern, BSc Informatics, 2012', 'ETH Zürich -2014, University of Bern -2012'],
    ['TU Berlin, Computer Science, 2010–2015', 'TU Berlin 2010-2015'],
    ['Westmere, Automation, 2012 - 2014\nLund University, Mathematics, 2008 - 2012', 'Westmere 2012-2014, Lund University 2008-2012'],
    ['СПбПУ (2012 – 2014), Физика\nТомский университет (2008 – 2012), Математика', 'СПбПУ 2012-2014, Томский университет 2008-2012'],
    ['ВШЭ, Экономика, магистр, 2014–2016\nМФТИ, Физика, 2010–2014', 'ВШЭ 2014-2016, МФТИ 2010-2014'],
    [
      'Lund University, BSc Physics, 2008 - 2012\nTeaching assistant, Algorithms, 2010 - 2011\nDebating society, chair, 2009 - 2010',
      'Lund University 2008-2012',
    ],
    ['Lund University, 2008 - 2014\nBachelor of Physics, 2008 - 2012\nMaster of Physics, 2012 - 2014', 'Lund University 2008-2014'],
  ])('[FILE-007] reads schools in no list, each with its own years: %j', (text, expected) => {
    const found = parseEducations(text.split('\n')).map((one) => `${one.institution} ${one.start_year ?? ''}-${one.end_year ?? ''}`);
    expect(found.join(', ')).toBe(expected);
  });

  it('[FILE-007] reads educations with the field before the degree, in one piece with the institution, or broken by a column', () => {
    expect(parseEducations(['2013\tWestmere College', 'Marketing, MSc'])).toMatchObject([
      { institution: 'Westmere College', degree: 'MSc', field: 'Marketing', end_year: 2013 },
    ]);
    expect(parseEducations(['2008–2012\tBachelor of Arts Design, University of Ghana.'])).toMatchObject([
      { institution: 'University of Ghana' },
    ]);
    expect(parseEducations(['Пермский политехнический', 'техникум', '2010 – 2014'])).toMatchObject([
      { institution: 'Пермский политехнический техникум' },
    ]);
  });

  it('[FILE-007] omits names of skill groups, and joins a name that a line broke', () => {
    expect(skills('Tools\tDocker, Git\nOther\tRedis\nPython\tDjango, Flask')).toEqual([
      'Docker',
      'Git',
      'Redis',
      'Python',
      'Django',
      'Flask',
    ]);
    expect(skills('SAP Docker Kubernetes Microsoft\nExcel')).toEqual(['SAP', 'Docker', 'Kubernetes', 'Microsoft Excel']);
  });

  it('[FILE-007] starts the head again at a column that begins with the person', () => {
    const text =
      'Skills\nGit\nSQL\nEducation\nWestmere College\n2010\nAnn Lee\nAccountant\nann.lee@example.com\nExperience\nCook at Inn\n2019 - 2021';
    expect(parseResume({ text, links: [] })).toMatchObject({
      last_name: 'Lee',
      headline: 'Accountant',
      educations: [{ institution: 'Westmere College', field: null }],
    });
  });

  it.each([
    ['D A T A  A N A L Y S T', 'DATA ANALYST'],
    ['S E N I O R   D E V E L O P E R', 'SENIOR DEVELOPER'],
    ['H E A D  O F  S A L E S', 'HEAD OF SALES'],
    ['Г Л А В Н Ы Й  Б У Х Г А Л Т Е Р', 'ГЛАВНЫЙ БУХГАЛТЕР'],
    ['R & D  M A N A G E R', 'R&D MANAGER'],
  ])('[FILE-007] reads letters that stand apart: %s', (line, title) => {
    const text = `J A N E  Q U I R K\nj@x.test\n\nE X P E R I E N C E\n${line}\nAcme Ltd\n2019 - 2021\n\nS K I L L S\nPython`;
    expect(parseResume({ text, links: [] })).toMatchObject({
      first_name: 'Jane',
      last_name: 'Quirk',
      positions: [{ title, company: 'Acme Ltd' }],
    });
  });
});
