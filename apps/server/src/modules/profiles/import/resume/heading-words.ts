type Kind = 'experience' | 'education' | 'skills' | 'languages' | 'summary' | 'contacts' | 'objective';

const nouns: Readonly<Partial<Record<Kind, string>>> = {
  experience: 'experience|experiences|employment|career|appointments|positions|опыт|опыта|карьера|трудоустройство|стаж',
  education: 'education|educational|academics|qualification|qualifications|degrees|образование|образования|обучение|учеба|степени',
  skills:
    'skills|skill|competencies|competences|technologies|expertise|proficiencies|abilities|strengths|навыки|навыков|компетенции|умения|технологии',
  languages: 'languages|языки|языков',
  summary: 'summary|profile|себе|мне',
  contacts: 'contact|contacts|контакты|контактные|контактная',
  objective: 'objective|objectives',
};

/** "Academic Background", but "Academic Appointments". */
const adjectives: Readonly<Record<string, Kind>> = { academic: 'education', научная: 'experience', деятельность: 'experience' };

const others = new Set(
  'work working professional relevant key core technical technological related job personal main general my our top hard soft practical additional current previous past selected other and of the in a history record records background overview details information info data held section areas place places work-related job-related digital knowledge training path journey timeline работы рабочий трудовая трудовой деятельности профессиональный профессиональная профессиональные профессионального ключевые основные основное технические прикладные деловые личные владение знание знания иностранные мои мой моя о об и в с на данные информация сведения место места история путь практический практические дополнительные предыдущий практика разработки разработка коммерческий коммерческая коммерческой коммерческого учебный проектный achievements достижения волонтёрство волонтерство volunteering volunteer'.split(
    ' ',
  ),
);

const kinds = new Map(Object.entries(nouns).flatMap(([kind, words]) => words.split('|').map((word) => [word, kind as Kind] as const)));
const mostWords = 5;

/** Undefined with an unknown word or with two sections. */
export function kindByWords(text: string): Kind | undefined {
  if (!/^\p{Lu}/u.test(text) || /[.,;!?\d]/.test(text)) return undefined;
  const words = text
    .toLowerCase()
    .replace(/ё/g, 'е')
    .split(/[^\p{L}-]+/u)
    .filter(Boolean);
  if (words.length === 0 || words.length > mostWords) return undefined;
  const found = new Set<Kind>();
  const hinted = new Set<Kind>();
  for (const word of words) {
    const kind = kinds.get(word);
    const hint = adjectives[word];
    if (kind) found.add(kind);
    else if (hint) hinted.add(hint);
    else if (!others.has(word)) return undefined;
  }
  const [only, ...more] = found.size > 0 ? found : hinted;
  return more.length === 0 ? only : undefined;
}
