import { array, assert, double, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOf } from './age.ts';
import { experienceMonths, isHeldNow, monthsOnLastPosition, sortByRecency } from './careers.ts';
import { siteLabel } from './links.ts';
import { keptRatings, ratingPercent, skillBand } from './skills.ts';

const today = new Date('2026-06-15T12:00:00Z');

describe('rated skill', () => {
  it.each([
    ['PROF-051', 0.9, 'gold'],
    ['PROF-051', 1, 'gold'],
    ['PROF-052', 0.7, 'silver'],
    ['PROF-052', 0.8999, 'silver'],
    ['PROF-053', 0.5, 'bronze'],
    ['PROF-053', 0.6999, 'bronze'],
    ['PROF-054', 0.4999, undefined],
    ['PROF-054', 0, undefined],
    ['PROF-054', null, undefined],
  ])('[%s] of %s is %s', (_row, rating, band) => expect(skillBand(rating)).toBe(band));

  it('[PROF-053] [PROF-054] is bronze from half on and has no band below', () => {
    assert(
      property(double({ min: 0, max: 0.7, maxExcluded: true, noNaN: true }), (rating) => {
        expect(skillBand(rating)).toBe(rating >= 0.5 ? 'bronze' : undefined);
      }),
    );
  });

  it('[PROF-055] [PROF-056] shows 100 x (1 - rating): two decimals under 1, whole above, never under 0.01', () => {
    expect([1, 0.9999999, 0.9987, 0.99, 0.987, 0.5, 0].map(ratingPercent)).toEqual([0.01, 0.01, 0.13, 1, 1, 50, 100]);
    assert(
      property(double({ min: 0, max: 1, noNaN: true }), (rating) => {
        const percent = ratingPercent(rating);
        expect(percent).toBeGreaterThanOrEqual(0.01);
        expect(Math.abs(percent - 100 * (1 - rating))).toBeLessThanOrEqual(percent < 1 ? 0.01 : 0.5 + 1e-9);
      }),
    );
  });

  it('[PROF-057] keeps ratings of the six known resources only', () => {
    const known = ['github commit', 'github repo', 'stackoverflow tags', 'ru stackoverflow tags', 'google play', 'kaggle'];
    const ratings = [...known, 'some forum', 'GitHub commit '].map((resource) => ({ resource, rating: 0.9 }));
    expect(keptRatings(ratings).map(({ resource }) => resource)).toEqual(known);
  });
});

describe('link', () => {
  it('[PROF-038] [PROF-058] [PROF-059] has the label of its site for any subdomain, else its domain', () => {
    const labels = Object.fromEntries(
      [
        'www.linkedin.com',
        'ru.linkedin.com',
        'career.habr.com',
        'habr.com',
        'GitHub.com',
        'spb.hh.ru',
        'vk.com',
        'm.facebook.com',
        'ru.stackoverflow.com',
        'www.kaggle.com',
        'twitter.com',
        't.me',
        'medium.com',
        'notgithub.com',
        'example.test',
      ].map((domain) => [domain, siteLabel(domain)]),
    );
    expect(labels).toEqual({
      'www.linkedin.com': 'LinkedIn',
      'ru.linkedin.com': 'LinkedIn',
      'career.habr.com': 'Career Habr',
      'habr.com': 'Habr',
      'GitHub.com': 'GitHub',
      'spb.hh.ru': 'HH',
      'vk.com': 'VK',
      'm.facebook.com': 'Facebook',
      'ru.stackoverflow.com': 'Stack Overflow',
      'www.kaggle.com': 'Kaggle',
      'twitter.com': 'Twitter',
      't.me': 'Telegram',
      'medium.com': 'Medium',
      'notgithub.com': 'notgithub.com',
      'example.test': 'example.test',
    });
  });
});

describe('age', () => {
  it('[PROF-022] [PROF-023] uses the date of birth, else the university entry year', () => {
    expect(ageOf({ birthdate_exact: '1990-06-15', educations: [] }, today)).toBe(36);
    expect(ageOf({ birthdate_exact: '1990-06-16', educations: [] }, today)).toBe(35);
    expect(ageOf({ educations: [{ level: 'bachelor', start_year: 2010 }] }, today)).toBe(2026 - (2010 - 17));
    // Schools are ignored; the first university counts.
    expect(ageOf({ educations: [{ level: 'secondary', start_year: 1999 }] }, today)).toBeUndefined();
    expect(ageOf({ educations: [{ level: 'master', start_year: 2014 }, { start_year: 2010 }] }, today)).toBe(33);
    expect(ageOf({ educations: [] }, today)).toBeUndefined();
  });
});

describe('career', () => {
  it('[PROF-013] lists current positions first, then the latest', () => {
    const held = [
      { title: 'b', start: '2015', end: '2019-05' },
      { title: 'a', start: '2012-01', end: '2015' },
      { title: 'now', start: '2019-06', is_current: true },
    ];
    expect(sortByRecency(held).map(({ title }) => title)).toEqual(['now', 'b', 'a']);
    expect(monthsOnLastPosition(held, today)).toBe(85);
  });

  it('[PROF-013] treats a job with a past end as former, whatever the source says', () => {
    expect(isHeldNow({ start: '2026-01', end: '2026-05', is_current: true }, today)).toBe(false);
    expect(isHeldNow({ start: '2026-01', end: '2026-12' }, today)).toBe(true);
    expect(isHeldNow({ start: '2026-01' }, today)).toBe(true);
    expect(isHeldNow({}, today)).toBe(false);
    const held = [
      { title: 'ended', start: '2026-01', end: '2026-05', is_current: true },
      { title: 'undated' },
      { title: 'present', start: '2020-01' },
    ];
    expect(sortByRecency(held).map(({ title }) => title)).toEqual(['present', 'ended', 'undated']);
    // Future months are not experience.
    expect(experienceMonths([{ start: '2026-06', end: '2030-01' }], today)).toBe(1);
    expect(monthsOnLastPosition([{ start: '2026-04', end: '2030-01' }], today)).toBe(3);
  });

  it('counts parallel months once and never exceeds the whole span', () => {
    const year = integer({ min: 1990, max: 2015 });
    const span = tuple(year, integer({ min: 0, max: 10 })).map(([start, years]) => ({ start: `${start}-01`, end: `${start + years}-12` }));
    assert(
      property(array(span, { minLength: 1, maxLength: 8 }), (positions) => {
        const months = new Set<number>();
        for (const { start, end } of positions) {
          for (let at = Number(start.slice(0, 4)) * 12; at < Number(end.slice(0, 4)) * 12 + 12; at += 1) months.add(at);
        }
        expect(experienceMonths(positions, today)).toBe(months.size);
      }),
    );
  });
});
