import type { Correspondence } from './story.ts';

export const englishAnswers: Correspondence = {
  interested: [
    'Hi,\n\nthanks for writing, this sounds interesting. I am not actively looking, but I would like to hear more. Thursday after three works for me.',
    'Hello,\n\nyes, I am open to a conversation. Could you send me the salary range before we talk?',
    'Hi, good timing: our project ends in two months. Happy to talk tomorrow or on Friday morning.',
    'Thank you for the message. The stack is close to what I do now, so yes, please call me. My number is in my profile.',
    'Hello! I read the description and like the part about code review. What are the next steps?',
    'Hi, I would be interested if the position can be done remotely most of the week. Is that possible?',
  ],
  declined: [
    'Thanks for thinking of me. I changed jobs in spring and am happy where I am. Good luck with the search!',
    'Hello, thank you, but two days in the office do not work for me at the moment.',
    'Hi, the role looks good, but the level is below what I do now. Please keep me in mind for lead positions.',
    'Thank you for the details. I have just accepted another offer, so the timing does not work out.',
  ],
  curious: [
    'Hi, two questions before I say yes or no: how large is the team, and is there on-call?',
    'Hello, is the company able to sponsor a visa? If so, I would like to know more.',
    'Hi, who would I report to, and what happened to the person who did this before?',
    'Thanks. Could you send the full description as a file? I would like to read it at the weekend.',
    'Hello, what is the range for this position? I do not want to waste your time or mine.',
  ],
  agreed: [
    'Perfect, that works. Talk to you then!',
    'Great, I have put it into my calendar. Speak soon.',
    'Thank you, this answers my questions. Let us do it.',
  ],
  away: 'Thank you for your message. I am out of the office until Monday and will read it then. In urgent cases please write to my colleagues.',
  invitation: [
    'Great to hear from you! How about a call of twenty minutes, the day after tomorrow at 15:00? I will send an invitation as soon as you confirm.',
    'Thank you for the quick reply. The range is 72,000 to 88,000 a year, and yes, it can be done remotely three days a week. Shall we talk tomorrow at 11:00?',
    'Glad you like it. The next step is a short call with me, then two interviews with the team in one week. Does tomorrow at 16:30 suit you?',
  ],
  thanks: [
    'Thank you for letting me know, and all the best. May I write to you again when something at your level comes up?',
    'I understand, thanks for the honest answer. I will keep you in mind.',
  ],
  details: [
    'Good questions. The team is eight people, on-call is one week in six and paid, and you would report to the head of platform. Shall we go through the rest on the phone?',
    'Yes, the company helps with the visa and the move. The full description is behind the link of my first message; what day suits you for a call?',
    'The range for this level is 72,000 to 88,000 a year, depending on experience. Is that in line with what you have in mind?',
  ],
  confirmation: [
    'The invitation is on its way. Looking forward to it!',
    'Wonderful. You will find the link to the call in the invitation.',
  ],
};
