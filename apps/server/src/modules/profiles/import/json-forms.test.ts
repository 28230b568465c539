import { describe, expect, it } from 'vitest';
import { checkRecord } from './check-record.ts';

const check = (value: unknown) => checkRecord({ number: 1, value });
function read(value: unknown) {
  const checked = check(value);
  if ('failure' in checked) throw new Error(checked.failure);
  return checked.profile;
}

const skillsOf = (skills: unknown) => read({ name: 'Jane Quirk', skills }).skills.map(({ name }) => name);

const jane = {
  first_name: 'Jane',
  last_name: 'Quirk',
  contacts: [
    { type: 'email', value: 'jane@x.test' },
    { type: 'phone', value: '+1 212 555 0142' },
  ],
};
const email = 'jane@x.test';
const phone = '+1 212 555 0142';

describe('JSON without a schema', () => {
  it.each([
    [{ name: 'Jane Quirk', email, phone }],
    [{ Name: 'Jane Quirk', 'E-mail': email, Phone: phone }],
    [{ fullName: 'Jane Quirk', emailAddress: email, mobile: phone }],
    [{ first_name: 'Jane', last_name: 'Quirk', email, phone_number: phone }],
    [{ firstName: 'Jane', lastName: 'Quirk', contact: { email, phone } }],
    [{ name: 'Jane Quirk', emails: [email], phones: [{ type: 'mobile', value: phone }] }],
    [{ header: { name: 'Jane Quirk', email, phone }, experience: [] }],
    [{ header: { name: 'Jane Quirk', contact: { email, phone } } }],
    [{ personal_info: { full_name: 'Jane Quirk', email, phone } }],
    [{ profile: { name: 'Jane Quirk', mobile: phone, email }, workExpList: [] }],
    [{ resume: { name: 'Jane Quirk', email, phone } }],
    [{ data: { personalInfo: { firstName: 'Jane', lastName: 'Quirk', email, phone } } }],
  ])('[RSLT-008] is read with usual keys: %j', (value) => {
    expect(read(value)).toMatchObject(jane);
  });

  it('[RSLT-008] has the positions, educations and skills of a flat record', () => {
    const person = read({
      name: 'Jane Quirk',
      title: 'Data Analyst',
      location: 'Berlin, Germany',
      linkedin: 'jane-quirk',
      github: 'https://github.com/janequirk',
      skills: 'Python, SQL',
      languages: ['English (B2)', 'German'],
      experience: [
        { company: 'Acme', title: 'Analyst', dates: 'Aug 2019 – Till Date', responsibilities: ['Made reports'] },
        { employer: 'Beta', role: 'Junior Analyst', from: 'Jan 2017', to: 'Jul 2019' },
      ],
      education: [{ school: 'Quirk University', degree: 'BSc', major: 'Statistics', graduation_year: 2014 }],
    });
    expect(person).toMatchObject({
      headline: 'Data Analyst',
      locations: [{ country_code: 'DE' }],
      positions: [
        { title: 'Analyst', company: 'Acme', start: '2019-08', is_current: true, description: '• Made reports' },
        { title: 'Junior Analyst', company: 'Beta', start: '2017-01', end: '2019-07', is_current: false },
      ],
      educations: [{ institution: 'Quirk University', degree: 'BSc', field: 'Statistics', end_year: 2014 }],
      skills: [{ name: 'Python' }, { name: 'SQL' }],
      languages: [{ code: 'en', level: 'intermediate' }, { code: 'de' }],
    });
    expect(person.links.map(({ url }) => url)).toEqual(['https://www.linkedin.com/in/jane-quirk', 'https://github.com/janequirk']);
  });

  it('[RSLT-008] has those of an editor export with lists of periods', () => {
    expect(
      read({
        profile: { name: 'Jane Quirk', email, positionTitle: 'Developer', workPlace: 'Berlin' },
        workExpList: [{ company_name: 'Acme', department_name: 'Web', work_time: ['2019-08', null], work_desc: 'Built things' }],
        educationList: [{ edu_time: ['2010-09', '2014-06'], school: 'Quirk University', major: 'Physics', academic_degree: 'BSc' }],
        skillList: [{ skill_name: 'Python', skill_level: 80 }],
      }),
    ).toMatchObject({
      headline: 'Developer',
      positions: [{ title: 'Acme', start: '2019-08', is_current: true, description: 'Built things' }],
      educations: [{ institution: 'Quirk University', field: 'Physics', start_year: 2010, end_year: 2014 }],
      skills: [{ name: 'Python' }],
    });
  });

  it('reads grouped skills', () => {
    expect(skillsOf({ Languages: ['Python', 'SQL'], Tools: 'Docker, Git' })).toEqual(['Python', 'SQL', 'Docker', 'Git']);
    expect(skillsOf([{ category: 'Things of the web', items: ['Django'] }, 'Flask'])).toEqual(['Django', 'Flask']);
  });

  it('leaves a record of our own schema as it is', () => {
    const contacts = [{ type: 'email', value: email, source: 'resume' }];
    expect(read({ first_name: 'Jane', last_name: 'Quirk', name: 'Somebody Else', contacts })).toMatchObject({ first_name: 'Jane' });
  });

  it.each([[{ title: 'A product', price: 5 }], [{ type: 'FeatureCollection', features: [] }], [{ resume: { text: 'Jane' } }]])(
    'is refused with the forms that are known: %j',
    (value) => {
      expect(check(value)).toEqual({
        failure: expect.stringMatching(/^the form of this JSON is not known: .*JSON Resume.*flat keys/) as string,
      });
    },
  );
});

it('reads the person of the record, not its recruiter or another contact', () => {
  const experience = [{ company: 'Acme', title: 'Analyst', from: '2020-01', to: '2021-01' }];
  const parts = [
    { user: { name: 'Rita Agent', email: 'rita@agency.test', phone: '+49 30 7654321' } },
    { contact: { name: 'Emergency: Bob', phone: '+49 30 7654321' } },
    { about: { name: 'Acme', email: 'info@acme.test' } },
  ];
  for (const part of parts) {
    const checked = check({ name: 'Jane Quirk', email: 'jane@quirk.test', phone: '+49 30 1234567', experience, ...part });
    expect(checked).toMatchObject({ profile: { first_name: 'Jane', last_name: 'Quirk' } });
    expect(JSON.stringify(checked)).not.toMatch(/rita|Bob|7654321|info@acme/);
  }
  expect(check({ user: { name: 'Jane Quirk', email: 'jane@quirk.test' }, experience })).toMatchObject({ profile: { last_name: 'Quirk' } });
});

describe('an unreadable record', () => {
  it.each([
    ['lists', (inner: unknown) => [inner]],
    ['objects', (inner: unknown) => ({ inner })],
  ] as const)('is a failure if it is nested too deeply: %s', (_name, nest) => {
    let value: unknown = 1;
    for (let depth = 0; depth < 50_000; depth += 1) value = nest(value);
    expect(check({ ...jane, extra: value })).toEqual({ failure: 'the record is nested too deeply' });
  });
});
