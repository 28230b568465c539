import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../testing/processor-time.ts';
import { seniorityOfTitle, splitLevel } from './seniority.ts';

describe('level of a title', () => {
  it.each([
    ['Senior Go Developer', 'senior'],
    ['Sr. Backend Engineer', 'senior'],
    ['Старший разработчик', 'senior'],
    ['Ведущий инженер', 'senior'],
    ['Старшая медицинская сестра', 'senior'],
    ['Tech Lead', 'senior'],
    ['Staff Software Engineer', 'senior'],
    ['Head of Development', 'senior'],
    ['Руководитель отдела', 'senior'],
    ['Middle Python Developer', 'middle'],
    ['Mid-level designer', 'middle'],
    ['Frontend developer (middle)', 'middle'],
    ['Мидл разработчик', 'middle'],
    ['Junior Backend Developer', 'junior'],
    ['Jr Analyst', 'junior'],
    ['Младший аналитик', 'junior'],
    ['Стажёр', 'junior'],
    ['Software Engineering Intern', 'junior'],
    ['Werkstudent Marketing', 'junior'],
  ])('[FLT-016] is named by %s', (title, level) => {
    expect(seniorityOfTitle(title)).toBe(level);
  });

  it.each([
    'Backend Developer',
    'Internal Auditor',
    'Lead Generation Specialist',
    'Staff Accountant',
    'Middle School Teacher',
    'Senior Care Assistant',
    'Headhunter',
    'Ведущий мероприятий',
    'Ведущий',
    'Leader of a choir',
    'Mid-Market Account Executive',
    'Assistant to the Director',
    '',
  ])('[FLT-016] is not named by %s', (title) => {
    expect(seniorityOfTitle(title)).toBeUndefined();
  });

  it('[SRCH-001] is split from the position that follows', () => {
    expect(splitLevel('senior go developer')).toMatchObject({ level: { level: 'senior' }, rest: 'go developer' });
    expect(splitLevel('ведущий разработчик')).toMatchObject({ rest: 'разработчик' });
    expect(splitLevel('staff accountant')).toBeUndefined();
    expect(splitLevel('go developer')).toBeUndefined();
  });

  it('takes linear time', async () => {
    const titles = ['staff ', 'lead-', 'ведущий '].map((word) => word.repeat(20_000));
    expect(await leastProcessorMs(() => titles.map((title) => seniorityOfTitle(title)), 2000)).toBeLessThan(2000);
  });
});
