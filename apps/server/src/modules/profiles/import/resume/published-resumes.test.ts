import { describe, expect, it } from 'vitest';
import { findContacts } from './contacts.ts';
import { parseEducations } from './parse-educations.ts';
import { parseResume } from './parse-resume.ts';
import { parseSkills } from './parse-skills.ts';
import { parsePositions } from './positions.ts';
import { headingOf } from './sections.ts';

const contacts = (text: string, links: string[] = []) => findContacts({ text, links }, 'US').contacts.map(({ value }) => value);
const jobs = (text: string) => parsePositions(text.split('\n')).map(({ title, company, start, end }) => [title, company, start, end]);
const skills = (text: string) => parseSkills(text.split('\n')).map(({ name }) => name);
const read = (text: string) => parseResume({ text: `${text}\nSkills\nPython, SQL, Docker`, links: [] });

/** Forms that published resumes use; people and employers are invented. */
describe('resumes as people write them', () => {
  it.each([
    ['Courier (04/19 - 08/10)', []],
    ['Proceedings of Logic 115654. 2024', []],
    ['https://www.linkedin.com/in/dana-445413241/', []],
    ['+(49) 157-5706-2745 · 0dana', ['+(49) 157-5706-2745']],
  ])('[FILE-007] reads only phones as phones: %s', (text, found) => {
    expect(contacts(text)).toEqual(found);
  });

  it('[FILE-007] reads one address of a link that holds a whole line', () => {
    expect(contacts('Jane Quirk', ['mailto:jane@quirk.test%7C914-346-9077%7CBaltimore'])).toEqual(['jane@quirk.test']);
  });

  it.each([
    ['Jane Quirk\nTrendline @Istanbul, Turkey', []],
    ['Jane Quirk\nGitHub: @janequirk', []],
    ['Jane Quirk\nTelegram LinkedIn GitHub', []],
    ['Jane Quirk\n@janequirk\tLondon', ['@janequirk']],
  ])('[FILE-007] reads a name with @ as an account only where it stands alone: %j', (text, found) => {
    expect(contacts(text)).toEqual(found);
  });

  it.each([
    ['ORÇUN ÖZDEMİR', { first_name: 'Orçun', last_name: 'Özdemir' }],
    ['Sokolov Alexander Gennadievich', { first_name: 'Alexander', last_name: 'Sokolov', patronymic: 'Gennadievich' }],
    ['Соколов Арсен\nГеннадьевич', { first_name: 'Арсен', last_name: 'Соколов', patronymic: 'Геннадьевич' }],
  ])('[FILE-007] splits the name %j', (name, parts) => {
    expect(read(`${name}\nparts@names.test`)).toMatchObject(parts);
  });

  it.each([
    ['Jane Quirk\nData Engineer\njane@quirk.test', 'Data Engineer'],
    ['Jane Quirk\nSite Reliability Engineer · Architect\njane@quirk.test', 'Site Reliability Engineer · Architect'],
    ['Jane Quirk\njanequirk · 0xjane\njane@quirk.test', undefined],
    ['Jane Quirk\njane@quirk.test\nObjective\nML engineer with a year of experience, looking for a team in\nLondon.', undefined],
    ['Анна Соколова\nГотова к командировкам\nanna@sokolova.test', undefined],
  ])('[FILE-007] takes no sentence for a headline: %j', (text, headline) => {
    expect(read(text)?.headline).toBe(headline);
  });

  it.each([
    ['2024-2026 гг. Переводчик\nООО Ромашка, Москва', [['Переводчик', 'ООО Ромашка', '2024', '2026']]],
    ['1. Стажер-аналитик, Ромашка Банк\tфев 2021 - май 2021', [['Стажер-аналитик', 'Ромашка Банк', '2021-02', '2021-05']]],
    ['Научный сотрудник\tСент. 2024 ‑ Наст.\nЛаборатория оптимизации', [['Научный сотрудник', 'Лаборатория оптимизации', '2024-09', null]]],
    [
      'Quirk Pest Control, Norcross, Georgia — Sales\nRepresentative\nJanuary 2023 - August 2023',
      [['Sales Representative', 'Quirk Pest Control', '2023-01', '2023-08']],
    ],
    ['Quirk Logistic LLC -Van Driver\tAug 2023 - CURRENT', [['Van Driver', 'Quirk Logistic LLC', '2023-08', null]]],
  ])('[FILE-007] reads the job %j', (text, found) => {
    expect(jobs(text)).toEqual(found);
  });

  it.each([
    ['Опыт разработки', 'experience'],
    ['Работа и волонтёрство', 'experience'],
    ['Достижения и Образование', 'education'],
    ['CERTIFICATES AND AWARDS', 'courses'],
  ])('[FILE-007] reads the heading %s', (line, kind) => {
    expect(headingOf(line)?.kind).toBe(kind);
  });

  it('[FILE-007] takes neither months nor achievements for a part of an education', () => {
    const text =
      'Quirk University - B.Sc. in Physics\tGraduation: May 2024\nPresented a project at the Science Fair of all high school classes';
    expect(parseEducations(text.split('\n'))).toMatchObject([{ field: expect.not.stringMatching(/May/), end_year: 2024 }]);
  });

  it.each([
    ['Пишу безопасный код на Python, C++', ['Python', 'C++']],
    ['Docker, и, Kafka, например, Redis', ['Docker', 'Kafka', 'Redis']],
    ['Experienced in Go/Rust, basic knowledge MS SQL', ['Go', 'Rust', 'MS SQL']],
    [': JavaScript, Dart', ['JavaScript', 'Dart']],
    ['A/B-тесты, On-page SEO, In-house training, Go-to-market', ['A/B-тесты', 'On-page SEO', 'In-house training', 'Go-to-market']],
  ])('[FILE-007] reads the skills of %j', (text, found) => {
    expect(skills(text)).toEqual(found);
  });
});

const jobSite = `Опыт работы —3 года 2 месяца
Июнь 2024 —	Индивидуальное предпринимательство / частная практика /
настоящее время	фриланс
6 месяцев

Информационные технологии, системная интеграция, интернет
• Интернет-компания (поисковики, платежные системы, соц.сети, информационно-
познавательные и развлекательные ресурсы, продвижение сайтов и прочее)
Инженер-программист
Написание кода и тестов.

Апрель 2023 —	Ромашка-Технолоджиз
Май 2024
Санкт-Петербург, romashka.test
1 год 2 месяца	Информационные технологии, системная интеграция, интернет
• Разработка программного обеспечения
• Системная интеграция, автоматизации технологических и бизнес-процессов
предприятия, ИТ-консалтинг
Веб-разработчик
В основном бэкенд.
Технологии:
Python, Kafka

Соколова Анна • Резюме обновлено 27 октября 2024 в 23:56
Сентябрь 2021 —	АНО «Университет на Неве»
Январь 2023
Санкт-Петербург, neva.test
1 год 5 месяцев
Старший программист
• Поддержка инфраструктуры
• Обучение стажёров

Опыт вождения
Права категории B`;

describe('[FILE-007] a file of hh.ru', () => {
  const person = parseResume({ text: `Соколова Анна\nЖенщина, 30 лет\n+7 (912) 555-49-92\n${jobSite}`, links: [] });

  it('tells the employer, its place and its industries from the title', () => {
    expect(person?.positions?.map(({ title, company, start, end, location }) => [title, company, start, end, location])).toEqual([
      ['Инженер-программист', 'Индивидуальное предпринимательство / частная практика / фриланс', '2024-06', null, null],
      ['Веб-разработчик', 'Ромашка-Технолоджиз', '2023-04', '2024-05', 'Санкт-Петербург'],
      ['Старший программист', 'АНО «Университет на Неве»', '2021-09', '2023-01', 'Санкт-Петербург'],
    ]);
  });

  it('keeps the text of each job, without the footer of a page', () => {
    expect(person?.positions?.map(({ description }) => description)).toEqual([
      'Написание кода и тестов.',
      'В основном бэкенд.\nPython, Kafka',
      '• Поддержка инфраструктуры\n• Обучение стажёров',
    ]);
  });

  it('reads the English form', () => {
    const text = jobs(`August 2021 — October 2021\tQuirk Systems, LLC
Saint Petersburg, www.quirk.test/
3 months
IT, System Integration, Internet
• Software Development
• System Integration, Technological and Business Processes Automation, IT Consulting
Software engineer
Built a service.`);
    expect(text).toEqual([['Software engineer', 'Quirk Systems, LLC', '2021-08', '2021-10']]);
  });
});

describe('[FILE-007] names, places and employers of published resumes', () => {
  it.each([
    ['Maksheev Ilya', { first_name: 'Ilya', last_name: 'Maksheev' }],
    ['Соколовский\nСтанислав', { first_name: 'Станислав', last_name: 'Соколовский' }],
    ['ANDREY\n\nSOKOLOV', { first_name: 'Andrey', last_name: 'Sokolov' }],
    ['Nitin Kumar', { first_name: 'Nitin', last_name: 'Kumar' }],
    ['A.Aishwarya', { first_name: 'A.', last_name: 'Aishwarya' }],
  ])('splits the name %j', (name, parts) => {
    expect(read(`${name}\nparts@names.test`)).toMatchObject(parts);
  });

  it('takes no place for a name, and no label or line for a headline', () => {
    expect(read('Jo Quirk\n----------\nDeveloper\nK. Ono, Israel\njo@quirk.test')).toMatchObject({
      last_name: 'Quirk',
      headline: 'Developer',
    });
    expect(read('Jane Quirk\nPhone:\n+1 617 555 0158\nTuticorin-628008')?.headline).toBeUndefined();
  });

  it.each([
    ['Product Designer in TechnoLab\tOct 2018 - Oct 2021', [['Product Designer', 'TechnoLab', '2018-10', '2021-10']]],
    [
      'Lecturer in Pediatrics, Quirk University\tOct 2018 - Oct 2021',
      [['Lecturer in Pediatrics', 'Quirk University', '2018-10', '2021-10']],
    ],
    ['Software Engineer in Test, Quirk Ltd\tOct 2018 - Oct 2021', [['Software Engineer in Test', 'Quirk Ltd', '2018-10', '2021-10']]],
    ['Quirk Labs ------------ Boston MA\nStaff Engineer\t2018 - 2023', [['Staff Engineer', 'Quirk Labs', '2018', '2023']]],
    ['Ведущий дизайнер в romashka.ru\tокт 2021 - н.в.', [['Ведущий дизайнер', 'romashka.ru', '2021-10', null]]],
  ])('reads the job %j', (text, found) => {
    const person = parseResume({ text: `Jane Quirk\njane@quirk.test\nExperience\n${text}`, links: [] });
    expect(person?.positions?.map(({ title, company, start, end }) => [title, company, start, end])).toEqual(found);
  });
});

describe('[FILE-007] lists of published resumes', () => {
  it('reads a title behind a bullet, beside its dates and below its employer', () => {
    const text =
      'Quirk Lab\tLondon, UK\n• Backend Developer\tJune 2023 - August 2023\nGo, Docker\n• Built a web service.\nQuirk School\tLondon, UK\n•\nTeacher\tMay 2022 - May 2023\n• Taught mathematics.';
    expect(jobs(text)).toEqual([
      ['Backend Developer', 'Quirk Lab', '2023-06', '2023-08'],
      ['Teacher', 'Quirk School', '2022-05', '2023-05'],
    ]);
  });

  it.each([
    ['Hess, Adam\nBrooklyn, NY\nadam@hess.test', { last_name: 'Hess', locations: [{ city: 'Brooklyn' }] }],
    ['AKSHAYA M\nakshaya@names.test', { first_name: 'Akshaya', last_name: 'M' }],
    ['Александр\nСоколов\t+7 912 555 49 92\nsokolov\nПрограммист', { last_name: 'Соколов', headline: 'Программист' }],
    ['Jane Quirk\nt.me/quirk\njane@quirk.test', { first_name: 'Jane', headline: undefined }],
  ])('reads the head %j', (text, parts) => {
    expect(read(text)).toMatchObject(parts);
  });

  it('keeps the headline below a long address', () => {
    const text = 'Анна Соколова\nРоссия, г. Санкт-Петербург, ул. Ленина, д. 5, корп. 2, кв. 10\nGo-разработчик\nanna@sokolova.test';
    expect(read(text)?.headline).toBe('Go-разработчик');
  });

  it('reads an address with the hyphen of a typesetter', () => {
    expect(contacts('Jane Quirk\njane‐quirk@quirk.test')).toEqual(['jane-quirk@quirk.test']);
  });
});
