import { IconAlertTriangle } from '@tabler/icons-react';
import { type Finding, lintMessage, type LintInput } from '@headwater/domain/outreach/lint';
import { builtInVariables } from '@headwater/domain/outreach/variables';
import { useTranslation } from '#lib/use-translation.ts';
import { imageSizes } from '../model/message-html.ts';
import classes from './lint.module.css';

// Report a finding once, even if both subject and body have it.
const keyOf = ({ at: _at, ...finding }: Finding) => JSON.stringify(finding);

interface LintListProps extends Omit<LintInput, 'images'> {
  /** People without a value, by variable, where they are known. */
  missing?: Readonly<Record<string, number>> | undefined;
}

export function LintList({ missing, ...props }: LintListProps) {
  const { t } = useTranslation('editor');
  const all = lintMessage({ ...props, images: imageSizes(props.body) }, builtInVariables);
  const concerns = (finding: Finding) => finding.kind !== 'no_fallback' || missing?.[finding.name] !== 0;
  const findings = [...new Map(all.filter(concerns).map((finding) => [keyOf(finding), finding])).values()];
  const words = (finding: Finding) => {
    const count = finding.kind === 'no_fallback' ? missing?.[finding.name] : undefined;
    return count === undefined ? t(`findings.${finding.kind}`, { ...finding }) : t('findings.missing', { ...finding, count });
  };
  if (findings.length === 0) return null;
  return (
    <section className={classes.lint} aria-label={t('lint')}>
      <div className={classes.lintTitle}>
        <IconAlertTriangle size={14} aria-hidden />
        {t('lint')}
      </div>
      <ul>
        {findings.map((finding) => (
          <li key={keyOf(finding)}>{words(finding)}</li>
        ))}
      </ul>
    </section>
  );
}
