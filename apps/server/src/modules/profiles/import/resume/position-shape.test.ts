import { describe, expect, it } from 'vitest';
import { parsePositions } from './positions.ts';

const jobs = (text: string) => parsePositions(text.split('\n')).map(({ title, company }) => [title, company]);

describe('the positions of title and employer follow from all jobs of the page', () => {
  it('[FILE-007] so that unknown names are read like known ones', () => {
    const text = `Quillstone
Happiness Ambassador
2021 – 2023
Norvik
Software Engineer
2019 – 2021
Halcyon Ltd
Data Analyst
2017 – 2019`;
    expect(jobs(text)).toEqual([
      ['Happiness Ambassador', 'Quillstone'],
      ['Software Engineer', 'Norvik'],
      ['Data Analyst', 'Halcyon Ltd'],
    ]);
  });

  it('[FILE-007] also in brackets with the dates, unless the brackets name a kind of job', () => {
    const text = `Analyst (Quillstone, 03.2021 – present)
- Built reports for the board
Software Engineer (Norvik, 2019 – 2021)
- Moved the core to the cloud`;
    expect(jobs(text)).toEqual([
      ['Analyst', 'Quillstone'],
      ['Software Engineer', 'Norvik'],
    ]);
    expect(jobs('Software Engineer (Contract)\n2019 – 2021')).toEqual([['Software Engineer (Contract)', null]]);
  });

  it('[FILE-007] with dates first, after sentences without a full stop', () => {
    const text = `03.2021 — present
Manchester
Kestrel & Sons
Logistics Coordinator
Ran a team of eighteen in two shifts

11.2017 — 02.2021
Toronto
Norvik
Senior Warehouse Supervisor`;
    expect(jobs(text)).toEqual([
      ['Logistics Coordinator', 'Kestrel & Sons'],
      ['Senior Warehouse Supervisor', 'Norvik'],
    ]);
  });

  it('[FILE-007] in one line, and with a comma in the title', () => {
    const line = `2021–2023 Senior Engineer, Halcyon Software Ltd, Auckland.
• Built it.
2019–2021 Engineer, Solvane, Dublin.`;
    expect(jobs(line)).toEqual([
      ['Senior Engineer', 'Halcyon Software Ltd'],
      ['Engineer', 'Solvane'],
    ]);
    expect(jobs("AB&C's Company\nDirector, Security Service's 2012-01 – Present")).toEqual([
      ["Director, Security Service's", "AB&C's Company"],
    ]);
  });

  it('[FILE-007] under labels of a form', () => {
    expect(jobs('Period: July 2022 — Present\nCompany: Oakridge\nPosition: Keeper of Keys\nDuties: Keeping keys')).toEqual([
      ['Keeper of Keys', 'Oakridge'],
    ]);
  });

  it('[FILE-007] if several titles share an employer', () => {
    const text = `Lumenforge GmbH
5 years 2 months
Lead Designer
January 2022 - Present (2 years)
• Led the team
Designer
March 2019 - December 2021 (2 years)
• Drew
Papershift Media
Illustrator
January 2017 - February 2019
• Drew more`;
    expect(jobs(text)).toEqual([
      ['Lead Designer', 'Lumenforge GmbH'],
      ['Designer', 'Lumenforge GmbH'],
      ['Illustrator', 'Papershift Media'],
    ]);
  });
});
