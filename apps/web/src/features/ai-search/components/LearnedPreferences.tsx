import { useTranslation } from '#lib/use-translation.ts';
import type { AiSearch } from '../api/ai-search.ts';
import classes from './results.module.css';

export function LearnedPreferences({ search: { learned } }: { search: AiSearch }) {
  const { t } = useTranslation('ai-search');
  if (!learned) return <p className={classes.learned}>{t('teach')}</p>;
  const { likes, dislikes, prefers, avoids } = learned;
  return (
    <div className={classes.learned} data-learned>
      <span>{t('learned', { likes, dislikes })}</span>
      {prefers.length + avoids.length === 0 && <span>{t('noMarks')}</span>}
      <Marks title={t('prefers')} marks={prefers} tone="good" />
      <Marks title={t('avoids')} marks={avoids} tone="bad" />
    </div>
  );
}

interface MarksProps {
  title: string;
  marks: readonly { kind: string; name: string; weight: number }[];
  tone: 'good' | 'bad';
}

function Marks({ title, marks, tone }: MarksProps) {
  if (marks.length === 0) return null;
  return (
    <span className={classes.marks}>
      <span className={classes.marksTitle}>{title}</span>
      {marks.map((mark) => (
        <span key={`${mark.kind}${mark.name}`} className={classes.mark} data-tone={tone}>
          {mark.name}
        </span>
      ))}
    </span>
  );
}
