import classes from './SignInHead.module.css';

export const SignInHead = ({ title, note }: { title: string; note?: string }) => (
  <>
    <h1 className={classes.title}>{title}</h1>
    {note !== undefined && <p className={classes.note}>{note}</p>}
  </>
);
