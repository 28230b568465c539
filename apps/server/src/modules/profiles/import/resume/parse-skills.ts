import type { ProfileInput } from '@headwater/contract/profile-data';
import { findSkill, loadSkills, type SkillCategory } from '@headwater/reference/skills';

type Skill = NonNullable<ProfileInput['skills']>[number];

/** Bounded blanks before a dash avoid quadratic matching. The remaining blanks are trimmed. */
const separators = /[,;•●▪◦‣·|\t\n]|\s{1,20}[-–—/]\s+|(?<=\p{L}{3})\.\s+(?=\p{Lu})/u;
const label = /^[\p{L}\p{N} &/+-]{2,40}:\s*/u;
const levelWords =
  /^(?:advanced|intermediate|expert|beginner|basic|proficient|fluent|novice|native|elementary|skilled|experienced|familiar|competent|good|excellent|strong|продвинутый|средний|начальный|базовый|эксперт|уверенный пользователь|опытный пользователь|уверенный|не указан\p{L}*)(?:\s+level)?$/iu;
const notSkill = /(?:^|[\s/])[\p{L}\d-]+\.(?:com|ru|org|co)(?:\/|$)|@|^(?:last )?updated|^references|^available upon/iu;
const noWord = /^[\p{P}\p{S}\d\s]*$/u;
const nonSkillLabel = /^(?:знание языков|навыки|over \d+ lines|familiar|programming)\s*/i;

const tidy = (text: string) =>
  text
    .replace(label, '')
    .replace(nonSkillLabel, '')
    .replace(/^[\s:•*·–—-]+|(?<![\s.:*•–—-])[\s.:*•–—-]+$/g, '')
    .trim();

/** Job sites print skills without separators: the longest known names match first. */
function segment(text: string): string[] {
  const words = text.split(/\s+/);
  const found: string[] = [];
  let loose: string[] = [];
  const close = () => {
    if (loose.length > 0) found.push(loose.join(' '));
    loose = [];
  };
  for (let at = 0; at < words.length;) {
    const length = [5, 4, 3, 2, 1].find(
      (count) => at + count <= words.length && findSkill(words.slice(at, at + count).join(' ')) !== undefined,
    );
    // A lone lower-case word in the middle belongs to the phrase.
    const startsName = /^[\p{Lu}\p{N}]/u.test(words[at] ?? '');
    if (length !== undefined && (startsName || loose.length === 0)) {
      close();
      found.push(words.slice(at, at + length).join(' '));
      at += length;
    } else {
      if (startsName) close();
      loose.push(words[at] ?? '');
      at += 1;
    }
  }
  close();
  return found;
}

/** "Cloud (AWS, Azure)": the names in brackets are skills, already split by their separators. */
const withoutBrackets = (text: string) => text.replace(/[()]/g, (bracket) => (bracket === '(' ? ', ' : ''));

/** "Knowledge of Python", "опыт работы с Docker". */
const phrase =
  /^(?:(?:basic|good|strong|deep|working|solid|базов\p{L}+|хорош\p{L}+|отличн\p{L}+|уверенн\p{L}+)\s+)?(?:knowledge|understanding|experienced?|proficien(?:t|cy)|familiar(?:ity)?|skilled|знани[ея]|владение|понимание|опыт(?:\s+работы)?|работа|знаком\p{L}*)\s+(?:(?:of|in|with|со?|в)\s+)?/iu;

function knownAfterPhrase(name: string): string {
  const rest = name.replace(phrase, '');
  return rest.split('/').every((part) => findSkill(part.trim())) ? rest : name;
}

/** Pieces of a sentence: a conjunction or preposition at an edge, or a verb of the person. */
const fragment =
  /^(?:and|or|with|of|for|to|etc\.?|including|such as|using|used|в|во|на|с|со|по|и|или|а|для|от|из|при|через|также|например|включая|используя|соблюдая|т\.?\s?[дп]\.?|др\.?)(?=\s|$)|\s(?:and|or|with|of|for|to|the|в|во|на|с|со|по|и|или|для|от|из|при)$|^(?:умею|знаю|владею|пишу|могу|имею|работаю|\p{L}+(?:ирую|ываю|иваю|овал|ировал|ывал|ивал|имался|вался)[аи]?)(?=\s|$)/iu;

function namesIn(token: string): string[] {
  const whole = token
    .replace(/^[\s:•*·–—-]+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const unversioned = whole.replace(/\s+v?\d+(?:\.\d+)*$/, '');
  // "1С: Бухгалтерия 8.3" is one name, although a colon usually ends a group name.
  if (/:/.test(whole) && findSkill(unversioned)) return [unversioned];
  const name = knownAfterPhrase(tidy(whole));
  if (name === '' || noWord.test(name) || notSkill.test(name) || levelWords.test(name)) return [];
  if (findSkill(name)) return [name];
  const words = name.split(/\s+/).length;
  if (words >= 4) {
    const parts = segment(name);
    // A sentence has few skills for its length; a list of skills has little else.
    const known = parts.filter((part) => findSkill(part) !== undefined);
    const covered = known.join(' ').split(/\s+/).length / words;
    const starts = parts.filter((part) => /^[\p{Lu}\p{N}]/u.test(part)).length / parts.length;
    if (covered > 0.4 || (starts > 0.7 && parts.length > 3)) return parts.filter((part) => part.length > 1 && !fragment.test(part));
    return known.filter((part) => part.length > 2);
  }
  if (fragment.test(name)) return [];
  const slashed = name.split('/').map((part) => part.trim());
  if (slashed.length > 1 && slashed.some((part) => findSkill(part))) return slashed.filter(Boolean);
  const conjoined = /^(.+?)\s+(?:and|и|&)\s+(.+)$/i.exec(name);
  if (conjoined && findSkill(conjoined[1] ?? '') && findSkill(conjoined[2] ?? '')) return [conjoined[1] ?? '', conjoined[2] ?? ''];
  return name.length <= 60 && name.length > 1 ? [name] : [];
}

/** "Microsoft" at a line end and "Excel" on the next line, without separators in the lines. */
function goesOn(line: string, next: string): boolean {
  const last = /(?<!\S)\S+$/.exec(line)?.[0] ?? '';
  const first = /^\S+/.exec(next)?.[0] ?? '';
  const isList = line.includes(' ') && !/[,;•|]/.test(line);
  return isList && findSkill(`${last} ${first}`) !== undefined && findSkill(line) === undefined;
}

function joinNames(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    if (last !== undefined && goesOn(last, line)) whole[whole.length - 1] = `${last} ${line}`;
    else whole.push(line);
  }
  return whole;
}

/** Joins lines that a narrow column broke inside a list, such as "Customer success,". */
const unwrap = (lines: readonly string[]) =>
  joinNames(lines.filter((line) => line !== ''))
    .join('\n')
    .replace(/-\n(?=\p{Ll})/gu, '')
    .replace(/(?<=\p{Ll})\n(?=\p{Ll}{2,})/gu, ' ')
    .replace(/([,;])\n/g, '$1 ');

const isGroupList = ([first = '', second = '', ...more]: readonly string[]) =>
  more.length === 0 && !/[,;]/.test(first) && /[,;]/.test(second);

/** "Tools\tDocker, Git": a narrow cell before lists is a group name, unless it is a known skill. */
function withoutGroups(lines: readonly string[]): string[] {
  const rows = lines.map((line) => line.split('\t'));
  const manyLists = rows.filter(isGroupList).length > 1;
  const isGroup = (cells: readonly string[]) => (isGroupList(cells) || (manyLists && cells.length === 2)) && !findSkill(cells[0] ?? '');
  return rows.map((cells) => (isGroup(cells) ? (cells[1] ?? '') : cells.join('\t')));
}

export function parseSkills(lines: readonly string[]): Skill[] {
  const names = withoutBrackets(unwrap(withoutGroups(lines)))
    .split(separators)
    .flatMap(namesIn);
  const seen = new Map<string | number, Skill>();
  for (const name of names) {
    const known = findSkill(name);
    const key = known?.id ?? name.toLowerCase();
    if (!seen.has(key)) seen.set(key, { name: name.slice(0, 100), skill_id: known?.id ?? null, source: 'resume' });
  }
  return [...seen.values()].slice(0, 300);
}

const technical = new Set<SkillCategory>([
  'language',
  'framework',
  'database',
  'cloud',
  'devops',
  'data',
  'testing',
  'platform',
  'tool',
  'software',
  'design',
  'engineering',
]);
/** Skill names that are ordinary words: ignored in running text. */
const ordinary =
  /^(?:go|r|c|less|spring|express|chef|play|swift|scala|sas|access|word|project|word|notion|slack|zoom|sketch|apex|julia|rust|dart|vault|consul|electron|ionic|boost|celery|bootstrap|nest|next|ember|backbone|flask|transformers|assembly|pascal|puppet|salt|jest|pages|excel|teams|outlook|facebook|twitter|linkedin|instagram|youtube|tiktok|drawing|testing|cloud|tilda|photography)$/i;

const known: { names?: Set<string> } = {};
const technicalNames = () =>
  (known.names ??= new Set(
    loadSkills()
      .filter((skill) => technical.has(skill.category) && skill.rank < 900)
      .map((skill) => skill.name),
  ));

/** Technical skills in running text, for resumes without a skill list. */
export function skillsInText(text: string): Skill[] {
  const words = text.split(/[\s,;:()"«»•|]+/).map((word) => word.replace(/\.$/, ''));
  const found = new Map<number, Skill>();
  for (let at = 0; at < words.length; at += 1) {
    for (const count of [3, 2, 1]) {
      const name = words.slice(at, at + count).join(' ');
      if (name.length < 2 || ordinary.test(name) || !/^[\p{Lu}.\d]/u.test(name)) continue;
      const skill = findSkill(name);
      if (!skill || !technicalNames().has(skill.name) || found.has(skill.id)) continue;
      found.set(skill.id, { name: skill.name, skill_id: skill.id, source: 'resume' });
      break;
    }
  }
  return [...found.values()].slice(0, 60);
}
