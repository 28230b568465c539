import { lexiconKey } from './words.ts';

export type Marker =
  | 'exclude'
  | 'nice'
  | 'niceBefore'
  | 'place'
  | 'employer'
  | 'current'
  | 'from'
  | 'school'
  | 'industry'
  | 'with'
  | 'and'
  | 'or'
  | 'but'
  | 'must'
  /** A condition that search does not support. */
  | 'unsaid'
  | 'filler';

const phrases: Record<Marker, string> = {
  exclude: `no experience of|no experience with|no experience in|lacking|lack of|don't need|do not need|do not want|doesn't know|does not know|нет|нет опыта|нет опыта в|нет опыта с|отсутствие опыта|отсутствует опыт|не знает|не знающий|не владеет|не работал с|не работали с|не нужен|не нужна|не нужно|не надо|not|no|without|except|except for|excluding|exclude|excl|but not|other than|never|don't want|не|кроме|без|исключая|исключить|за исключением|только не|не рассматриваем|не нужны`,
  nice: `not necessarily|not required|is not required|not mandatory|не обязательно|не обязателен|не обязательна|необязательно|необязателен|необязательна|nice to have|preferably|ideally|bonus|would be nice|optional|desirable|желательно|плюсом будет|будет плюсом|преимуществом будет|приветствуется|хорошо бы|лучше с`,
  niceBefore: `is a plus|are a plus|would be a plus|will be a plus|a plus|is nice to have|is preferred|preferred|is optional|is a bonus|будет плюсом|будут плюсом|будет преимуществом|как плюс|желателен|желательна|плюс`,
  place: `in|based in|located in|location|near|living in|lives in|around|anywhere in|city|within|в|во|под|рядом с|город|города|локация|живет в|проживает в|находится в|регион|около`,
  employer: `at|ex|worked at|worked for|working at|work at|formerly|formerly at|previously at|employees of|company|companies|former|former employees of|worked in|экс|бывшие сотрудники|бывший сотрудник|бывший|бывшие|работал в|работала в|работали в|работавший в|работавшие в|из компании|из компаний|компания|компании|сотрудники|сотрудник`,
  current: `currently at|now at|current company|currently works at|currently working at|works at|working now at|сейчас в|сейчас работает в|сейчас работают в|работает в|работают в|текущая компания|ныне в`,
  from: `from|из|с|со|от`,
  school: `student of|students of|student at|студент|студентка|студенты|graduate of|graduates of|graduate from|graduates from|graduated from|alumni of|alumnus of|studied at|degree from|выпускник|выпускники|выпускница|выпускники вуза|закончил|окончил|окончила|окончившие|учился в`,
  industry: `background in|domain|industry|sector|индустрия|в индустрии|отрасль|в отрасли|сфера|в сфере|из сферы|домен`,
  with: `with|who speaks|speaks|knows|who knows|knowing|knowledge of|using|skills|skilled in|experience in|experience with|experience of|expertise in|hands on|proficient in|stack|tech stack|opyt|со знанием|знает|знание|знания|знающий|знающих|умеет|владеет|владение|опыт с|опыт работы с|с опытом|с опытом работы|с опытом работы с|опыт в|с опытом в|опытом|опыт|на|стек|навыки|пишет на`,
  and: `and|&|и|а также|as well as|plus`,
  or: `or|и/или|and/or|или|либо`,
  but: `but|however|но|зато`,
  must: `must|must have|must know|must be|required|is required|are required|mandatory|is mandatory|is a must|are a must|essential|need|needs|needed|we need|нужен|нужна|нужно|нужны|требуется|требуются|обязательно|обязателен|обязательна|обязательны|необходим|необходимо|необходимы`,
  unsaid: `visa sponsorship|work visa|work permit|рабочая виза|разрешение на работу|remote friendly|ready to relocate|willing to relocate|relocation|open to relocation|portfolio|готов к переезду|готова к переезду|готовы к переезду|готов к релокации|готов к релокейту|релокация|релокейт|переезд|портфолио|высшее образование|higher education`,
  filler: `not only|not just|не только|a|an|the|i|i am|im|i'm|we|looking for|look for|searching for|search|search for|seeking|find|find me|show|show me|hire|hiring|wanted|want|who|that|is|are|of|for|to|has|have|having|should|be|please|some|any|experience|experienced|years|skill|candidate|candidates|people|person|someone|strong|good|great|excellent|solid|proven|background|team|professional|professionals|specialist|specialists|region|area|country|only|also|on|level|work|works|working|job|role|position|know|knows how|minimum|least|ищу|ищем|искать|найти|найди|найдите|подбираем|подобрать|интересуют|интересует|хотим|хочу|человек|люди|людей|кандидат|кандидаты|кандидата|кандидатов|специалист|специалисты|который|которые|кого можно найти|кто|для|по|к|у|о|об|за|год|лет|стаж|стажем|работа|работы|работать|хороший|хорошее|отличный|отличное|сильный|сильного|уверенный|уверенное|очень|пожалуйста|можно|также|это|быть|есть|знания|уровень|уровнем|проект|проекты|команда|команду|нам|мне|роль|должность|позиция|позицию|вакансия|вакансию|любой|любой город|только|язык|языка|языком|рядом|область|радиус|it|в it|speaking|приложений`,
};

const table = new Map<string, Marker>();
for (const [marker, list] of Object.entries(phrases)) {
  for (const phrase of list.split('|')) {
    const key = lexiconKey(phrase);
    if (key !== '' && !table.has(key)) table.set(key, marker as Marker);
  }
}

export const longestMarker = 4;
export const markerOf = (key: string): Marker | undefined => table.get(key);
