import { IconAlertTriangle } from '@tabler/icons-react';
import { type Finding, lintMessage, type LintInput } from '@headwater/domain/outreach/lint';
import { builtInVariables } from '@headwater/domain/outreach/variables';
import { useTranslation } from '#lib/use-translation.ts';
import { imageSizes } from '../model/message-html.ts';
import classes from './lint.module.css';

// Report a finding once, even if both subject and body have it.
const keyOf = ({ at: _at, ...finding }: Finding) => JSON.stringify(finding);

export function LintList(props: Omit<LintInput, 'images'>) {
  const { t } = useTranslation('editor');
  const all = lintMessage({ ...props, images: imageSizes(props.body) }, builtInVariables);
  const findings = [...new Map(all.map((finding) => [keyOf(finding), finding])).values()];
  if (findings.length === 0) return null;
  return (
    <section className={classes.lint} aria-label={t('lint')}>
      <div className={classes.lintTitle}>
        <IconAlertTriangle size={14} aria-hidden />
        {t('lint')}
      </div>
      <ul>
        {findings.map((finding) => (
          <li key={keyOf(finding)}>{t(`findings.${finding.kind}`, { ...finding })}</li>
        ))}
      </ul>
    </section>
  );
}
