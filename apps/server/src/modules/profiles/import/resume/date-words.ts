/**
 * English, Russian, Ukrainian, German, French, Spanish, Portuguese, Italian, Polish, Czech, Dutch,
 * Turkish.
 */

const months: readonly string[] = [
  'january jan январь января янв січень січня januar jän jänner janvier janv enero ene janeiro gennaio gen styczeń stycznia leden ledna januari ocak',
  'february feb февраль февраля фев февр лютий лютого februar février fevrier févr fevr fév febrero fevereiro fev febbraio luty lutego únor února februari şubat',
  'march mar март марта мар березень березня märz mrz mär mars marzo março marco marzec marca březen března maart mart',
  'april apr апрель апреля апр квітень квітня avril avr abril abr aprile kwiecień kwietnia duben dubna nisan',
  'may май мая мае травень травня mai mayo maio maggio mag maj maja květen května mei mayıs',
  'june jun июнь июня июне июн червень червня juni juin junio junho giugno giu czerwiec czerwca červen června haziran',
  'july jul июль июля июле июл липень липня juli juillet juil julio julho luglio lug lipiec lipca červenec července temmuz',
  'august aug август августа авг серпень серпня août aout agosto ago sierpień sierpnia srpen srpna augustus ağustos',
  'september sept sep сентябрь сентября сен сент вересень вересня septembre septiembre setiembre setembro set settembre wrzesień września září eylül',
  'october oct октябрь октября окт жовтень жовтня oktober okt octobre octubre outubro ottobre ott październik października říjen října ekim',
  'november nov ноябрь ноября ноя нояб листопад листопада novembre noviembre novembro listopad listopada kasım',
  'december dec декабрь декабря дек грудень грудня dezember dez décembre decembre déc diciembre dic dezembro dicembre grudzień grudnia prosinec prosince aralık',
];

export const monthByWord: ReadonlyMap<string, number> = new Map(
  months.flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
);

/** Longest first, because an alternation takes the first match. */
const anyOf = (words: readonly string[]) => `(?:${words.toSorted((left, right) => right.length - left.length).join('|')})`;

export const monthWord = `${anyOf([...monthByWord.keys()])}(?!\\p{L})`;

export const partOfYear =
  '(?:spring|summer|autumn|fall|winter|весн[аы]|лет[оа]|осен[ьи]|зим[аы]|frühjahr|frühling|sommer|herbst|printemps|été|automne|hiver|primavera|verano|otoño|invierno|' +
  'wiosna|lato|jesień|zima|early|mid|late|(?:the )?(?:beginning|start|middle|end)(?: of)?|начал[оа]|середин[аы]|кон(?:ец|ца)|anfang|mitte|ende|début|fin|inicio|finales)(?!\\p{L})';

const untilNow = [
  '(?:till|until|to|up to|upto|through|as of) (?:the )?(?:now|date|today|present|this day|current)(?: (?:day|date|time))?',
  'present(?: (?:day|date|time))?|presently|current(?:ly)?(?: (?:day|date|time|working|employed))?|now|nowadays|today|date|ongoing|on-going|continuing|to date|so far',
  'still (?:here|working|employed|there)|still',
  'н\\.? ?[вч]\\.?|н/в|(?:(?:по|до|в) )?наст(?:оящ(?:ее|его|ий|ем|ему)|\\.)? ?(?:врем(?:я|ени)|вр\\.?|момент\\p{L}*|день|дня)|(?:по )?настоящее|наст\\.?(?!\\p{L})',
  '(?:(?:по|до) )?(?:сей|сегодняшн(?:ий|его)|текущ(?:ий|его|ее)|нынешн(?:ий|его|ее)|данный) ?(?:день|дня|момент\\p{L}*|врем(?:я|ени))|до сих пор|сейчас|сегодня|текущее',
  '(?:по |до )?(?:теперішній|цей|сьогодні|сьогоднішній) ?(?:час|день)?|дотепер|нині|зараз',
  '(?:bis )?(?:heute|jetzt|dato)|aktuell|laufend|derzeit|gegenwärtig|gegenwart',
  '(?:à|a) ce jour|aujourd\\S?hui|actuel(?:lement)?|présent|en cours|maintenant|(?:ce|nos) jours?',
  '(?:la )?actualidad|actual(?:mente)?|(?:el )?presente|hoy(?: en día)?|(?:hasta |a )?la fecha|(?:o )?(?:atual(?:mente)?|momento)|hoje|(?:at[ée] )?(?:à|a) data|em curso|en curso',
  '(?:ad )?oggi|attual(?:e|mente)|in corso|(?:do )?(?:obecnie|teraz|dziś|dzisiaj|chwili obecnej)|nadal|obecny',
  'současnost[i]?|dosud|nyní|(?:do )?dneška|(?:tot )?heden|nu|devam ediyor|halen|günümüz|bugün',
];

export const present = `(?:${untilNow.join('|')})`.replaceAll(' ', '\\s{1,3}').replaceAll('\\s{1,3}?', '\\s{0,3}');

export const untilWord =
  "(?:to|till|til|until|through|thru|up to|bis|zum|jusqu['’]?(?:à|au|en)?|au|à|hasta|al|a|fino a|até|do|tot|по|до)(?!\\p{L})";
export const sinceAlone = '(?:since|starting from|seit|ab|depuis|desde|od|sinds|со?|з|починаючи з|начиная с)(?!\\p{L})';
export const sinceWord =
  '(?:from|since|starting|von|vom|ab|seit|depuis|de|du|desde|dal|da|dès|od|sinds|van|со?|з|із|від|начиная с)(?!\\p{L})';

/** Words for an end without a date: "end of the project", "до закрытия". */
export const timeWord =
  '(?:end|ended|clos(?:e|ed|ure|ing)|complet\\p{L}{1,4}|finish\\p{L}{0,3}|project|contract|season|semester|term|shutdown|lockdown|pandemic|covid|redundan\\p{L}{1,4}|lay-?off|reloca\\p{L}{1,5}|' +
  'retire\\p{L}{0,4}|maternity|graduation|months?|years?|weeks?|date|moment|time|whenever|unknown|кон(?:ец|ца)|оконч\\p{L}{1,6}|заверш\\p{L}{1,6}|закрыт\\p{L}{1,3}|ликвидац\\p{L}{1,3}|сокращ\\p{L}{1,6}|' +
  'увольн\\p{L}{1,6}|декрет\\p{L}{0,3}|месяц\\p{L}{0,2}|год\\p{L}{0,2}|врем\\p{L}{1,3}|момент\\p{L}{0,2}|сезон\\p{L}{0,2}|неизвестно|ende|fin|koniec)';
