import type { CommentStory } from './story.ts';

const rita = 'recruiter@demo.headwater.test';
const henry = 'hm@demo.headwater.test';
const alice = 'admin@demo.headwater.test';

export const englishComments: readonly CommentStory[] = [
  {
    author: rita,
    vacancies: ['backend', 'frontend'],
    status: 'Replied',
    texts: [
      'Open to a change, notice period of two months. Wants to hear the range before the interview.',
      'Called: friendly, clear about what they want. Looks for a smaller team than the present one.',
      'Prefers remote, would come in twice a week. Sent the full description.',
      'Two other processes running, so we should be quick.',
    ],
  },
  {
    author: rita,
    vacancies: ['backend', 'frontend', 'design'],
    status: 'Interview',
    texts: [
      'Interview with the team is set. Asked about on-call and the release rhythm: please go into both.',
      'Screening went well: explains trade-offs without being asked, good English.',
      'Expects about 80k. A little above the range, but worth the conversation.',
    ],
  },
  {
    author: henry,
    vacancies: ['backend'],
    status: 'Interview',
    texts: [
      'Strong on how things fail, which is what we need. Has not run Kafka at our size, but learns fast. I would go on.',
      'Good systems thinking. I missed depth in Go itself; let us have the second interview look at concurrency.',
      'Liked the talk about the incident in their last project. Yes from me.',
      'Solid, but closer to a mid-level than to a senior. Let us compare with the others before we decide.',
    ],
  },
  {
    author: henry,
    vacancies: ['backend'],
    status: 'Offer',
    texts: [
      'The team agrees: best of this round. Please make the offer this week.',
      'Yes. Start in the identity team, if possible before the quarter ends.',
    ],
  },
  {
    author: rita,
    vacancies: ['backend', 'frontend', 'design'],
    status: 'Rejected',
    texts: [
      'Took another offer. Would like to stay in touch, write again in half a year.',
      'Salary expectations are too far apart. Left on good terms.',
      'Does not want to come to the office at all. Keep for remote roles.',
    ],
  },
  {
    author: rita,
    vacancies: ['design'],
    status: 'Hired',
    texts: ['Signed! Starts on the first of next month. Lovely to work with.'],
  },
  {
    author: alice,
    vacancies: ['sales'],
    status: 'Interview',
    texts: [
      'Met for coffee. Knows the market and the customers; asked for discretion, so no calls to the office.',
      'Leads a team of nine today. Cautious about a move before the bonus in spring.',
    ],
  },
];
