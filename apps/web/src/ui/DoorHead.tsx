import classes from './DoorHead.module.css';

/** What a card before the sign-in begins with. */
export const DoorHead = ({ title, note }: { title: string; note?: string }) => (
  <>
    <h1 className={classes.title}>{title}</h1>
    {note !== undefined && <p className={classes.note}>{note}</p>}
  </>
);
