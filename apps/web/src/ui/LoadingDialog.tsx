import classes from './LoadingDialog.module.css';

/** Placeholder of a lazy dialog, in the first bundle, so that a click responds immediately. */
export function LoadingDialog({ title }: { title?: string | undefined }) {
  return (
    <div className={classes.cover}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- shortcuts and tests know dialogs by their role, and this one cannot be closed */}
      <div className={classes.dialog} role="dialog" aria-modal="true" aria-busy="true" aria-label={title ?? '…'}>
        {title === undefined ? <div className={classes.line} style={{ width: '45%' }} /> : <p className={classes.title}>{title}</p>}
        <div className={classes.field} />
        <div className={classes.line} style={{ width: '70%' }} />
      </div>
    </div>
  );
}
