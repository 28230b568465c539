import type { ColumnMeaning } from '@headwater/domain/profiles/table-import';

/** "firstName", "E-mail 1 - Value" and "Дата_рождения" become plain lower-case words. */
export const headerWords = (header: string): string =>
  header
    .slice(0, 200)
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/\be[-\s]?mail/g, 'email')
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^\p{L}\p{N}@&+]+/gu, ' ')
    .trim();

const w = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'u');
const whole = (words: string) => new RegExp(`^(?:${words})$`, 'u');

/** The first rule that matches decides, so that narrow ones come first. */
const rules: readonly (readonly [ColumnMeaning, RegExp])[] = [
  // Addresses, opinions and technical columns of vendors say nothing about the person.
  [
    'ignore',
    w(
      'street|zip|postal|postcode|индекс|улица|дом|timezone|часовой пояс|gdpr|consent|согласие|unsubscribed|photo|avatar|фото|ethnicity|disability|veteran',
    ),
  ],
  [
    'ignore',
    w(
      'owner|recruiter|coordinator|hiring manager|assigned to|assignee|created by|creator|updated by|credited to|referrer|рекрутер|ответственный|куратор|кем добавлен|автор',
    ),
  ],
  [
    'ignore',
    w(
      'updated|modified|last (?:activity|contacted|interaction|touched|email)|hired|rejected|rejection|archive[d]?|disqualified|обновлен\\p{L}*|изменен\\p{L}*|отказ\\p{L}*|причина',
    ),
  ],
  [
    'ignore',
    w(
      'application id|job id|requisition id|posting id|user id|owner id|stage id|vacancy id|id вакансии|phonetic|prefix|suffix|nickname|department|отдел|подразделение|(?:email|phone|address|website|organi[sz]ation|im|event|relation)[ \\p{N}]*(?:type|label)',
    ),
  ],
  [
    'external_id',
    w(
      '(?:candidate|person|contact|applicant|profile|opportunity|record|resume|external|talent|lead|кандидата|резюме|внешний)\\s*(?:ref(?:erence)?\\s*)?(?:id|uuid|number|no|код|ид|номер)|external (?:id|key|ref)|(?:id|ид|код|номер) (?:кандидата|резюме|соискателя)',
    ),
  ],
  ['external_id', whole('id|uid|uuid|guid|ид|код|внешний код')],
  [
    'resume',
    w(
      '(?:resume|cv|attachment|файл\\p{L}*|резюме)\\s*(?:file(?:\\s*name)?|filename|document|файл\\p{L}*|name)|file ?name|имя файла|файл(?: резюме)?',
    ),
  ],
  ['resume', whole('resume|cv|attachments?|documents?')],
  ['telegram', w('telegram|telegramm|телеграм\\p{L}*|tg|тг')],
  ['email', w('e ?mails?|email\\d*|mailbox|емейл|имейл|мейл|мэйл|почт[аы]|эл(?:ектронн\\p{L}+)? (?:почта|адрес)|адрес эл\\p{L}*')],
  [
    'phone',
    w(
      'phones?|phone\\d*|mobiles?|cell(?:ular)?|tel|telephone|whatsapp|viber|fax|телефон\\p{L}*|моб(?:ильн\\p{L}*)?|тел|сотов\\p{L}*|контактный номер|номер телефона',
    ),
  ],
  [
    'link',
    w(
      'linked ?in|github|gitlab|facebook|twitter|behance|dribbble|stack ?overflow|habr|хабр|vk|вконтакте|xing|instagram|skype|portfolio|портфолио',
    ),
  ],
  [
    'link',
    w(
      'urls?|links?|websites?|web site|web page|web|site|homepage|page|social(?: media| profiles?)?|ссылк\\p{L}*|сайт|страниц\\p{L}*|соцсет\\p{L}*|профиль',
    ),
  ],
  ['birthdate', w('birth ?(?:date|day)?|date of birth|dob|bday|дата рождения|день рождения|д р|рожд\\p{L}*')],
  [
    'salary',
    w(
      'salary|compensation|pay|rate|ctc|wage|remuneration|зарплат\\p{L}*|з п|зп|оклад|доход|вознаграждени\\p{L}*|ожидания по (?:зп|зарплате)',
    ),
  ],
  ['languages', w('(?:spoken |foreign )?languages?|lang|язык\\p{L}*|иностранн\\p{L}+ язык\\p{L}*|знание языков')],
  [
    'skills',
    w(
      '(?:key |hard |tech(?:nical)? |core )?(?:skills?|competenc\\p{L}+|technolog\\p{L}+|expertise|stack|keywords)|skill ?set|(?:ключевые |профессиональные )?навык\\p{L}*|стек|компетенц\\p{L}*|технологи\\p{L}*|умения',
    ),
  ],
  ['tags', w('tags?|labels?|categor(?:y|ies)|groups?|group membership|теги?|тэги?|метк\\p{L}*|категори\\p{L}*|групп\\p{L}*|ярлык\\p{L}*')],
  [
    'vacancy',
    w(
      'vacanc(?:y|ies)|job (?:name|applied|opening|posting|order|requisition|req)|applied (?:job|for|to|position)|(?:position|job) applied(?: for| to)?|requisitions?|posting(?: title| name)?|openings?|projects?|вакан\\p{L}*|заявк\\p{L}*|проект\\p{L}*',
    ),
  ],
  ['vacancy', whole('jobs?|job s|job position|active project')],
  [
    'date_added',
    w(
      '(?:date|time|when) (?:added|created|applied|of application|connected)|(?:added|created|applied|connected|imported|submitted|sourced)(?: (?:on|at|date|time))?|(?:application|creation|entry|apply) date|дата (?:добавлен\\p{L}*|создан\\p{L}*|отклик\\p{L}*|поступлен\\p{L}*|внесен\\p{L}*|заявки)|добавлен[ао]?|создан[ао]?|дата отклика',
    ),
  ],
  ['source', w('sources?|origin|channel|referred by|lead source|sourced from|источник\\p{L}*|откуда(?: \\p{L}+)?|канал')],
  [
    'status',
    w(
      'status(?:es)?|(?:current |interview |pipeline |recruiting |candidate )?stage(?: name)?|state in process|step|статус\\p{L}*|этап\\p{L}*|стади\\p{L}*',
    ),
  ],
  ['full_name', w('фио|ф и о|имя (?:и )?фамилия|фамилия имя(?: отчество)?|полное имя|имя кандидата|кандидат|соискатель')],
  ['middle_name', w('middle ?names?|middle|patronymic|second name|additional name|отчество')],
  ['first_name', w('first ?name|fname|given ?names?|forename|n given')],
  ['last_name', w('last ?name|lname|sur ?name|family ?name|n family|фамилия')],
  ['first_name', whole('имя|first|given')],
  ['last_name', whole('last|family')],
  [
    'start',
    w(
      '(?:start|from|begin\\p{L}*|joining?|hire) ?(?:date|month|year)?|date from|дата начала|начало(?: работы)?|работает с|с какого|дата приема',
    ),
  ],
  [
    'end',
    w(
      '(?:end|until|to|leaving|finish) ?(?:date|month|year)|date to|дата окончания|окончание(?: работы)?|конец(?: работы)?|дата увольнения',
    ),
  ],
  ['title', w('(?:organi[sz]ation|company)[ \\p{N}]*(?:job )?title')],
  [
    'company',
    w(
      'compan(?:y|ies)(?: name)?|employers?(?: name)?|organi[sz]ations?(?: name)?|org|firm|workplace|компани\\p{L}*|работодател\\p{L}*|организаци\\p{L}*|мест\\p{L}? работы|предприятие',
    ),
  ],
  [
    'title',
    w(
      '(?:current |last |job |desired |position |headline )?titles?|job role|roles?|positions?|occupation|headline|profession|designation|job|должност\\p{L}*|позици\\p{L}*|професси\\p{L}*|специальност\\p{L}*|специализаци\\p{L}*|роль',
    ),
  ],
  ['country', w('countr(?:y|ies)(?: name| code)?|nation|стран\\p{L}*|государство')],
  [
    'city',
    w(
      'cit(?:y|ies)|towns?|locations?|places?|address(?:es)?|region|residence|based in|город\\p{L}*|населенный пункт|локаци\\p{L}*|регион\\p{L}*|адрес\\p{L}*|местоположени\\p{L}*|мест\\p{L}? (?:жительств|проживани)\\p{L}*|проживани\\p{L}*',
    ),
  ],
  [
    'about',
    w(
      'about(?: me)?|summar(?:y|ies)|bio(?:graphy)?|profile summary|overview|experience summary|о себе|обо мне|описани\\p{L}*|биографи\\p{L}*|опыт(?: работы)?|резюме',
    ),
  ],
  [
    'notes',
    w(
      'notes?|comments?|remarks?|feedback|description|memo|private notes|комментари\\p{L}*|примечани\\p{L}*|заметк\\p{L}*|пометк\\p{L}*|коммент|отзыв\\p{L}*',
    ),
  ],
  [
    'full_name',
    w('(?:full|candidate|applicant|contact|person|display|partner|talent|applicants|candidates) ?names?|fn|applicants?|candidates?'),
  ],
  ['full_name', whole('names?|person|people|contact')],
];

/** Undefined for a header that says nothing. */
export function meaningOfHeader(header: string): ColumnMeaning | undefined {
  const words = headerWords(header);
  return words === '' ? undefined : rules.find(([, pattern]) => pattern.test(words))?.[0];
}
