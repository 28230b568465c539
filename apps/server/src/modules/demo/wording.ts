import type { Job } from './career.ts';
import type { Random } from './random.ts';
import type { Kind, Track } from './track.ts';

/** Duties of a job; {a} and {b} are skills. [English, Russian]. */
const duties: Record<Kind, readonly (readonly [string, string])[]> = {
  engineer: [
    ['Designed, built and maintained services with {a} and {b}', 'Проектирование, разработка и поддержка сервисов на {a} и {b}'],
    ['Moved a legacy system to {a} step by step, without downtime', 'Поэтапный перенос старой системы на {a} без остановки работы'],
    ['Reviewed code, wrote tests and technical documentation', 'Ревью кода, тесты, техническая документация'],
    ['Cut response times by a third by tuning {a}', 'Сокращение времени ответа на треть за счёт настройки {a}'],
    ['Worked in a team of {n} by Scrum', 'Работа в команде из {n} человек по Scrum'],
    ['Automated releases and monitoring ({b})', 'Автоматизация выпусков и мониторинга ({b})'],
    ['Mentored newcomers and held technical interviews', 'Наставничество, проведение технических собеседований'],
  ],
  analyst: [
    ['Gathered requirements and described processes for {n} departments', 'Сбор требований и описание процессов для {n} подразделений'],
    ['Prepared reports and forecasts with {a} and {b}', 'Подготовка отчётов и прогнозов: {a}, {b}'],
    ['Built dashboards that the management uses every week', 'Построение дашбордов для еженедельной работы руководства'],
    ['Checked data quality and found the causes of deviations', 'Проверка качества данных, поиск причин отклонений'],
    ['Presented findings to customers and management', 'Презентация выводов заказчикам и руководству'],
  ],
  design: [
    ['Prepared layouts and prototypes ({a}, {b})', 'Подготовка макетов и прототипов ({a}, {b})'],
    ['Kept the brand book and the library of components', 'Ведение брендбука и библиотеки компонентов'],
    ['Ran {n} large projects from the idea to the release', 'Ведение {n} крупных проектов от идеи до выпуска'],
    ['Worked with editors, developers and marketing', 'Работа с редакторами, разработчиками и маркетингом'],
  ],
  manager: [
    ['Led a team of {n}: planning, budget, hiring', 'Руководство командой из {n} человек: планирование, бюджет, подбор'],
    ['Released {n} products on time and within budget', 'Запуск {n} продуктов в срок и в рамках бюджета'],
    ['Set up processes based on {a}', 'Выстраивание процессов: {a}'],
    ['Negotiated with customers and contractors', 'Переговоры с заказчиками и подрядчиками'],
    ['Kept the roadmap and priorities', 'Ведение дорожной карты и приоритетов'],
  ],
  office: [
    ['Took care of {a} and {b}', 'Направления работы: {a}, {b}'],
    ['Prepared documents and reports, kept records up to date', 'Подготовка документов и отчётности, ведение учёта'],
    ['Worked with {n} departments and outside partners', 'Взаимодействие с {n} подразделениями и внешними партнёрами'],
    ['Improved the process and halved the time it takes', 'Оптимизация процесса, сокращение сроков вдвое'],
    ['Trained new employees', 'Обучение новых сотрудников'],
  ],
  sales: [
    ['Grew revenue by {p} % in a year', 'Рост выручки на {p} % за год'],
    ['Found and kept customers: {a}, {b}', 'Привлечение и удержание клиентов: {a}, {b}'],
    ['Managed a budget and reported on results every month', 'Управление бюджетом, ежемесячная отчётность о результатах'],
    ['Held talks and presentations, signed contracts', 'Переговоры, презентации, заключение договоров'],
    ['Opened {n} new regions', 'Выход в {n} новых регионов'],
  ],
  field: [
    ['Worked with people every day: {a}', 'Ежедневная работа с людьми: {a}'],
    ['Kept standards and documentation', 'Соблюдение стандартов, ведение документации'],
    ['Organised the work of a shift of {n}', 'Организация работы смены из {n} человек'],
    ['Took part in training of colleagues', 'Участие в обучении коллег'],
  ],
};

/** Duties of engineers outside software. */
const plantDuties: readonly (readonly [string, string])[] = [
  ['Designed units and prepared drawings in {a}', 'Проектирование узлов и подготовка чертежей: {a}'],
  ['Calculated loads and chose materials; {a}, {b}', 'Расчёты нагрузок, подбор материалов; {a}, {b}'],
  ['Supervised assembly and commissioning on {n} sites', 'Авторский надзор, монтаж и пусконаладка на {n} объектах'],
  ['Cut scrap by {p} % by changing the process', 'Сокращение брака на {p} % за счёт изменения техпроцесса'],
  ['Agreed technical documentation with customers and suppliers', 'Согласование технической документации с заказчиками и поставщиками'],
  ['Kept safety rules and trained a shift of {n}', 'Контроль техники безопасности, обучение смены из {n} человек'],
];

const dutiesOf = ({ kind, field }: Track) =>
  kind === 'engineer' && (field === 'engineering' || field === 'construction') ? plantDuties : duties[kind];

const abouts: readonly (readonly [string, string])[] = [
  ['{y} years of experience. Strongest in {a} and {b}.', 'Опыт работы — {y} {yw}. Сильные стороны: {a}, {b}.'],
  [
    'I like clear goals and finished work. Mostly {a}, {b} and what comes with them.',
    'Ценю понятные цели и доведённые до конца дела. В основном {a}, {b} и всё, что рядом.',
  ],
  ['Looking for a team where I can grow further in {a}.', 'Ищу команду, где можно дальше расти: {a}.'],
  [
    'Worked in companies of different size: from start-ups to large organisations. {a}, {b}.',
    'Опыт в компаниях разного размера: от стартапов до крупных организаций. {a}, {b}.',
  ],
  [
    'Reliable, quick to learn, at ease with responsibility. Years in the trade: {y}.',
    'Ответственность, быстрая обучаемость, самостоятельность. Лет в профессии: {y}.',
  ],
];

/** Russian plural: год, года, лет. */
function yearWord(years: number): string {
  const tens = years % 100;
  const ones = years % 10;
  if (tens > 10 && tens < 20) return 'лет';
  if (ones === 1) return 'год';
  return ones > 1 && ones < 5 ? 'года' : 'лет';
}

interface Words {
  language: 'en' | 'ru';
  skills: readonly string[];
  years: number;
}

function fill(random: Random, text: string, { skills, years }: Words): string {
  const [a = '', b = ''] = random.sample(skills.slice(0, 6), 2);
  const values: Record<string, string> = {
    a,
    b: b || a,
    n: String(random.int(3, 15)),
    p: String(random.int(8, 60)),
    y: String(years),
    yw: yearWord(years),
  };
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

export function describeJob(random: Random, job: Job, words: Words): string | undefined {
  if (words.skills.length === 0 || !random.chance(0.6)) return undefined;
  const side = words.language === 'ru' ? 1 : 0;
  const lines = random.sample(dutiesOf(job.track), random.int(1, 3)).map((pair) => fill(random, pair[side], words));
  return lines.map((line) => `• ${line}`).join('\n');
}

export function aboutText(random: Random, words: Words): string | undefined {
  if (words.skills.length === 0 || words.years < 1 || !random.chance(0.45)) return undefined;
  const side = words.language === 'ru' ? 1 : 0;
  return random
    .sample(abouts, random.int(1, 2))
    .map((pair) => fill(random, pair[side], words))
    .join(' ');
}

export function headlineText(random: Random, { title, company, words }: { title: string; company: string | null; words: Words }): string {
  const [a, b] = words.skills;
  const at = words.language === 'ru' ? 'в' : 'at';
  const form = random.next();
  if (form < 0.45 || !a) return title;
  if (form < 0.7 && b) return `${title} | ${a}, ${b}`;
  if (form < 0.85 && company) return words.language === 'ru' ? `${title}, ${company}` : `${title} ${at} ${company}`;
  return `${title} (${a})`;
}
